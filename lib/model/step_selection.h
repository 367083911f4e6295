// SPDX-License-Identifier: Apache-2.0
// Which steps an answer is about: the value of --steps, for every command.
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
    kWarm,  // neither the first of several nor one in which XLA compiled
    kAll,
    kFirst,
    kLast,
    kMedian,  // the one of median length
    kListed,
    kWhole,  // of an XSpace: the file as one step
    kNamed,  // of an XSpace: steps of a name, and of numbers among those
  };

  Which which = Which::kWarm;
  // Of kListed: first and last number of each piece, both included.
  std::vector<std::pair<int64_t, int64_t>> ranges;
  std::string name;  // of kNamed: "eval" or "eval:0-3"
};

// `warm`, `all`, `first`, `last`, `median`, `whole`, or numbers: `3`, `3-7`,
// `2,5,9`. Other text that does not begin with a digit is the name of steps;
// only the dump tells whether it has them. Fails with kInvalidArgument.
Result<StepSelection> ParseStepSelection(std::string_view text);

// The word of a choice that is not listed.
std::string_view WordOf(StepSelection::Which which);

struct ChosenSteps {
  std::vector<int64_t> numbers;  // ascending; not empty unless there are none
  std::string_view are = "all";  // `steps_are` of JSON: the word, or "listed"
  std::string note;  // what a reader must know, such as why all were taken

  bool Contains(int64_t step) const;
};

// Fails with kInvalidArgument if a number is not a step of the table, or no
// step is in a range. A table without steps gives none.
Result<ChosenSteps> ChooseSteps(const StepSelection& asked,
                                const StepTable& table);

// The chosen step of median length: of two the lower, of equals the earlier.
// Nothing if none has start times.
std::optional<int64_t> MedianStep(const StepTable& table,
                                  const ChosenSteps& chosen);

// A selection that lists the same steps.
StepSelection ListOf(const ChosenSteps& chosen);

// What a reader is told of numbers that are about them: "numbers are of step 3
// (median)", "numbers are means over steps 3-7 (warm)", and the note.
std::vector<std::string> NotesOf(const ChosenSteps& chosen);

// "step 3", "steps 3-7", "steps 2, 5, 9 and 4 more".
std::string WordsOfSteps(const std::vector<int64_t>& numbers);

}  // namespace tfprof
