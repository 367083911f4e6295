// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/step_selection.h"
#include "model/step_table.h"

namespace tfprof {

// Shares of the step time of an XSpace, over all steps.
struct RecordedShares {
  bool are_known = false;  // there are marked steps with a length
  bool has_devices = false;
  double input = 0;    // waiting for the input pipeline
  double launch = 0;   // launching work while devices are idle
  double compute = 0;  // devices compute
};

// Over the steps of `table` that are in `steps`; null: all.
RecordedShares SharesOfSteps(const StepTable& table, const ChosenSteps* steps);

}  // namespace tfprof
