// SPDX-License-Identifier: Apache-2.0
#include "steps_flag.h"

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr std::string_view kStepsHelp =
    "warm (no warm-up), all, first, last, median; 3, 3-7 or 2,5,9";

template <typename Steps>
void AddFlag(FlagSet& flags, Steps& steps, std::string_view otherwise) {
  flags.Other(
      "steps", "WHICH", std::string(otherwise),
      [&steps](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(steps, ParseStepSelection(text));
        return {};
      },
      kStepsHelp);
}

}  // namespace

void AddStepsFlag(FlagSet& flags, StepSelection& steps) {
  AddFlag(flags, steps, WordOf(steps.which));
}

void AddStepsFlag(FlagSet& flags, std::optional<StepSelection>& steps,
                  std::string_view otherwise) {
  AddFlag(flags, steps, otherwise);
}

std::string RemarkOn(const std::vector<int64_t>& steps, std::string_view are,
                     const Rules& rules) {
  if (steps.empty()) return "no steps";
  const bool is_named = are != "listed";
  return fmt::format("{}{}{}, {} rules", steps.size() > 1 ? "means of " : "",
                     WordsOfSteps(steps),
                     is_named ? fmt::format(" ({})", are) : "",
                     rules.attribution ? "corrected" : "the reference's");
}

}  // namespace tfprof
