// SPDX-License-Identifier: Apache-2.0
// NumberedSteps: the steps of a capture that a command tells apart by number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/step_selection.h"
#include "recorded/capture.h"

namespace tfprof {

struct NumberedSteps {
  // The name of its steps. Empty without steps, or if there are several names.
  std::string name;
  // Numbers with rows of Capture::steps, in order of numbers. Numbers are the
  // user's; if the steps have several names they are the rows.
  std::vector<std::pair<int64_t, uint32_t>> steps;
  bool has_several_names = false;
  // No step was told, or none was asked for: the recordings are one step.
  bool is_whole = false;

  std::vector<int64_t> Numbers() const;

  // The row with a number; kNoRow if there is none.
  uint32_t RowOf(int64_t number) const;

  // The numbers of rows, ascending.
  std::vector<int64_t> NumbersOf(std::vector<uint32_t> rows) const;
};

// The series that `asked` is about: those of its name, for `all` those of all
// names, else the default one.
NumberedSteps SeriesFor(const Capture& capture,
                        const std::optional<StepSelection>& asked);

}  // namespace tfprof
