// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"
#include "commands/page_parts.h"
#include "view/selection.h"
#include "view/view.h"
#include "view/view_tree.h"

namespace tfprof {

enum class StepChoices { kChosen, kAll };

// The rows of a view with columns for each choice of steps: the selection, the
// chosen steps, and for kAll also all steps, and each single step.
Result<ViewTree> TreeOfSteps(const View& view, const Selection& selection,
                             StepChoices choices, PageDump& dump,
                             Diagnostics& diagnostics);

}  // namespace tfprof
