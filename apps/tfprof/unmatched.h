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

// Says which of the patterns match no row in full, and how many rows would
// match if they were looked for anywhere in a name.
void WarnAboutUnmatched(const ViewTree& tree, const ViewOptions& options,
                        Diagnostics& diagnostics);

// Shows every name to `visit`, until that returns false.
using ForEachName =
    std::function<void(const std::function<bool(std::string_view)>& visit)>;

// The same of a flag's patterns and the names of whatever it chooses among.
void WarnAboutUnmatched(std::string_view flag,
                        const std::vector<std::string>& patterns,
                        std::string_view what, const ForEachName& for_each,
                        Diagnostics& diagnostics);

}  // namespace tfprof
