// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/step_values.h"
#include "view/account.h"
#include "view/view_tree.h"

namespace tfprof {

// Turns columns of a forest into columns of a tree, for some measures, keeping
// only shown rows. `ascend`: these are in the order of the forest. At most one
// extra column exists at a time.
void PickRows(const StepValues& values, const ViewTree& tree, bool ascend,
              MeasureSet measures, Columns& own, Columns& total);

}  // namespace tfprof
