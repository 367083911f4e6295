// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/step_values.h"
#include "view/account.h"
#include "view/view_tree.h"

namespace tfprof {

// Columns of a forest become those of a tree, for some measures: what is shown
// of its rows alone. `ascend`: these are in the order of the forest. There is
// at most one column more at a time than before.
void PickRows(const StepValues& values, const ViewTree& tree, bool ascend,
              MeasureSet measures, Columns& own, Columns& total);

}  // namespace tfprof
