// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/gate/gate.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/step_selection.h"
#include "view/view.h"

namespace tfprof {

// What `gate` is asked.
struct GateQuestion {
  ViewOptions view_options;
  const View* view = &DefaultView();
  std::vector<std::string> baseline;
  std::vector<std::string> candidate;
  std::string budget;
  std::string write_budget;
  GateOptions options;
  StepSelection steps;
  int64_t warmup_steps = -1;  // as --steps says
  int inconclusive = 4;       // what an inconclusive verdict exits with
  bool calibrate = false;
  bool self_test = false;
};

// Reads all runs in a view, one after the other and each in pieces of a few
// steps, so that memory does not grow with them. Rows are all that there are,
// whatever the view's limits show. Errors name the run; two runs with the same
// content are one.
Result<GateInput> LoadGateInput(const GateQuestion& question,
                                const Arguments& arguments, const View& view,
                                Diagnostics& diagnostics);

}  // namespace tfprof
