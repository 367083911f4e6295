// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "command.h"
#include "model/step_selection.h"
#include "session.h"

namespace tfprof {

// The options of `advise`.
struct AdviseOptions {
  std::vector<std::string> checkers;  // empty: all of them
  std::vector<CheckerSetting> settings;
  bool fail = false;
  StepSelection steps{.which = StepSelection::Which::kAll, .ranges = {}};
  std::optional<ChosenSteps> chosen = {};  // empty: all steps
  bool shows_totals = false;               // of scopes: see CheckerInput
};

// --checkers and --set, for every command that shows advice.
void AddCheckerFlags(FlagSet& flags, AdviseOptions& options);

// The advice of the chosen checkers. REQUIRES: the profile has every step. For
// recordings it is about the steps that `advise` takes, read from the profile's
// files again or from what Inputs::kept_capture has.
Result<Advice> MakeAdvice(const Profile& profile,
                          const std::vector<PickedFile>& files,
                          const AdviseOptions& options,
                          const Arguments& arguments, Diagnostics& diagnostics);

// The advice of all checkers, as text.
Status ShowAdvice(const Session& session, const Arguments& arguments,
                  CommandContext& context);

}  // namespace tfprof
