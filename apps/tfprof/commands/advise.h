// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "command.h"
#include "model/step_selection.h"

namespace tfprof {

// What `advise` is told.
struct AdviseOptions {
  std::vector<std::string> checkers;  // all of them if there is none
  std::vector<CheckerSetting> settings;
  bool fail = false;
  StepSelection steps{.which = StepSelection::Which::kAll, .ranges = {}};
  std::optional<ChosenSteps> chosen = {};  // unless it is of all steps
  bool shows_totals = false;  // of scopes: see CheckerInput
};

// Which checkers, and their options: for whoever shows advice.
void AddCheckerFlags(FlagSet& flags, AdviseOptions& options);

// What the checkers that were asked for say of a profile that has every step.
Result<Advice> MakeAdvice(const Profile& profile, const AdviseOptions& options,
                          const Arguments& arguments, Diagnostics& diagnostics);

// What all checkers say, as text.
Status ShowAdvice(const Profile& profile, const Arguments& arguments,
                  CommandContext& context);

}  // namespace tfprof
