// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/step_selection.h"
#include "model/step_table.h"

namespace tfprof {

// Shares of the steps of an XSpace, added up over them.
struct RecordedShares {
  bool are_known = false;  // there are marked steps, with a length
  bool has_devices = false;
  double input = 0;    // waiting for the input pipeline
  double launch = 0;   // launching what devices run, while they run nothing
  double compute = 0;  // devices compute
};

// Of the steps of `table` among `steps`; null: of all.
RecordedShares SharesOfSteps(const StepTable& table, const ChosenSteps* steps);

}  // namespace tfprof
