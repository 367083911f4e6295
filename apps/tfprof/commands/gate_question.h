// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/gate/gate.h"
#include "arguments.h"
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
  std::string history;  // instead of a baseline: the file,
  std::string branch = "main";
  int64_t last = 10;    // and how many of its runs
  std::string budget;
  std::string write_budget;
  GateOptions options;
  StepSelection steps;
  int64_t warmup_steps = -1;  // as --steps says
  int inconclusive = 4;       // what an inconclusive verdict exits with
  bool calibrate = false;
  bool self_test = false;

  bool IsAgainstHistory() const { return !history.empty(); }

  bool IsComparison() const { return HasBaseline() && !candidate.empty(); }

  bool HasBaseline() const { return !baseline.empty() || IsAgainstHistory(); }
};

// The question with every run by its name and a history told from dumps.
// Errors: kInvalidArgument for what cannot be asked, kNotFound if a pattern
// matches no run.
Result<GateQuestion> CompleteQuestion(const GateQuestion& question,
                                      const Arguments& arguments);

}  // namespace tfprof
