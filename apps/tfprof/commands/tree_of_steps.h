// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"
#include "commands/page_parts.h"
#include "view/selection.h"
#include "view/view.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a view with columns for each choice of steps: the selection, the
// chosen steps, all steps, and each single step.
Result<ViewTree> TreeOfSteps(const View& view, const Selection& selection,
                             PageDump& dump, Diagnostics& diagnostics);

}  // namespace tfprof
