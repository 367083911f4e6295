// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "model/step_selection.h"
#include "wire/intake/input.h"

namespace tfprof {

// The options of `steps` that apply to an XSpace.
struct RecordedStepsQuestion {
  StepSelection steps;
  std::string filter;
  std::string device_filter;
  int64_t row_limit = 0;
  std::string_view of_step_files;  // a requested section that needs step files
};

// `steps` for an XSpace: the length of each step, the parts of its time, and
// the operations that ran.
Status RunRecordedSteps(const RecordedStepsQuestion& asked,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
