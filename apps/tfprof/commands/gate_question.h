// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/gate/gate.h"
#include "arguments.h"
#include "base/error.h"
#include "flags.h"
#include "model/step_selection.h"
#include "view/view.h"

namespace tfprof {

// The options of `gate`.
struct GateQuestion {
  ViewOptions view_options;
  const View* view = &DefaultView();
  std::vector<std::string> baseline;
  std::vector<std::string> candidate;
  std::string history;  // a database, instead of a baseline
  std::string branch = "main";
  int64_t last = 10;    // number of its runs
  std::string budget;
  std::string write_budget;
  std::string location;  // the file of annotations without a line
  GateOptions options;
  StepSelection steps;
  int64_t warmup_steps = -1;  // -1: --steps decides
  int inconclusive = 4;       // exit code of an inconclusive verdict
  bool calibrate = false;
  bool self_test = false;

  bool IsAgainstHistory() const { return !history.empty(); }

  bool IsComparison() const { return HasBaseline() && !candidate.empty(); }

  bool HasBaseline() const { return !baseline.empty() || IsAgainstHistory(); }
};

void AddGateFlags(FlagSet& flags, GateQuestion& question);

// Expands the patterns for runs, and moves a baseline that is a history to
// `history`. Errors: kInvalidArgument for flags that exclude each other,
// kNotFound if a pattern matches no run.
Result<GateQuestion> CompleteQuestion(const GateQuestion& question,
                                      const Arguments& arguments);

}  // namespace tfprof
