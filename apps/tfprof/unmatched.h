// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "view/view_options.h"
#include "view/view_tree.h"

namespace tfprof {

// Warns about patterns that match no row in full, with the number of rows that
// contain a match.
void WarnAboutUnmatched(const ViewTree& tree, const ViewOptions& options,
                        Diagnostics& diagnostics);

// Passes every name to `visit` until it returns false.
using ForEachName =
    std::function<void(const std::function<bool(std::string_view)>& visit)>;

// The same for the patterns of a flag and the names it chooses from.
void WarnAboutUnmatched(std::string_view flag,
                        const std::vector<std::string>& patterns,
                        std::string_view what, const ForEachName& for_each,
                        Diagnostics& diagnostics);

}  // namespace tfprof
