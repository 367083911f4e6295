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

// What `steps` was asked of a recording.
struct RecordedStepsQuestion {
  StepSelection steps;
  std::string filter;
  std::string device_filter;
  int64_t row_limit = 0;
  std::string_view of_step_files;  // a section that only they have, if any
};

// `steps` of an XSpace: how long each was, what its time went into, and which
// operations ran.
Status RunRecordedSteps(const RecordedStepsQuestion& asked,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context);

}  // namespace tfprof
