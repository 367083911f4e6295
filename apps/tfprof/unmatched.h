// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "view/view_options.h"
#include "view/view_tree.h"

namespace tfprof {

// Says which of the patterns match no row in full, and how many rows would
// match if they were looked for anywhere in a name.
void WarnAboutUnmatched(const ViewTree& tree, const ViewOptions& options,
                        Diagnostics& diagnostics);

}  // namespace tfprof
