// SPDX-License-Identifier: Apache-2.0
#include "steps_flag.h"

namespace tfprof {

void AddStepsFlag(FlagSet& flags, StepSelection& steps) {
  flags.Other(
      "steps", "WHICH", WordOf(steps.which),
      [&steps](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(steps, ParseStepSelection(text));
        return {};
      },
      "which steps: warm (all but the first and those that compiled), all, "
      "first, last, median; or 3, 3-7 and 2,5,9");
}

}  // namespace tfprof
