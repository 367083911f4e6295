// SPDX-License-Identifier: Apache-2.0
// The steps of an answer: the value of --steps, for every command.
//
//   TFPROF_ASSIGN_OR_RETURN(StepSelection asked, ParseStepSelection("warm"));
//   TFPROF_ASSIGN_OR_RETURN(ChosenSteps chosen,
//                           ChooseSteps(asked, profile.step_table));
//   for (const int64_t step : chosen.numbers) ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/step_table.h"

namespace tfprof {

struct StepSelection {
  enum class Which : uint8_t {
    kWarm,  // not the first of several, not one in which XLA compiled
    kAll,
    kFirst,
    kLast,
    kMedian,  // the step of median length
    kListed,
    kWhole,  // an XSpace as one step
    kNamed,  // for XSpaces: steps with a name, optionally by number
  };

  Which which = Which::kWarm;
  // For kListed: first and last number of each range, inclusive.
  std::vector<std::pair<int64_t, int64_t>> ranges;
  std::string name;  // for kNamed: "eval" or "eval:0-3"
};

// `warm`, `all`, `first`, `last`, `median`, `whole`, or numbers: `3`, `3-7`,
// `2,5,9`. Other text that does not begin with a digit is the name of steps;
// only the dump tells whether it has them. Fails with kInvalidArgument.
Result<StepSelection> ParseStepSelection(std::string_view text);

// The word of a choice other than a list.
std::string_view WordOf(StepSelection::Which which);

struct ChosenSteps {
  // ascending; empty only if the dump has no steps
  std::vector<int64_t> numbers;
  std::string_view are = "all";  // `steps_are` of JSON: the word, or "listed"
  std::string note;  // a note for the reader, such as why all were taken

  bool Contains(int64_t step) const;
};

// Fails with kInvalidArgument if a number is not a step of the table, or no
// step is in a range. A table without steps gives none.
Result<ChosenSteps> ChooseSteps(const StepSelection& asked,
                                const StepTable& table);

// The chosen step of median length: the lower of two, the earlier of equals.
// Nothing if none has start times.
std::optional<int64_t> MedianStep(const StepTable& table,
                                  const ChosenSteps& chosen);

// A selection that lists the same steps.
StepSelection ListOf(const ChosenSteps& chosen);

// Notes about the steps of the numbers: "numbers are of step 3 (median)",
// "numbers are means over steps 3-7 (warm)", and the note.
std::vector<std::string> NotesOf(const ChosenSteps& chosen);

// "step 3", "steps 3-7", "steps 2, 5, 9 and 4 more".
std::string WordsOfSteps(const std::vector<int64_t>& numbers);

}  // namespace tfprof
