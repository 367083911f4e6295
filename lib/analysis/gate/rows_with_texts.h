// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/gate/evidence.h"

namespace tfprof {

// Finds the rows whose names contain each of very many texts. All names are
// read twice, not once for each text.
class RowsWithTexts {
 public:
  // Rows are kept of the texts that the fewest have, of so many rows together.
  static constexpr size_t kKeptARow = 8;
  static constexpr size_t kKeptAText = 32;

  // `texts` are in small letters; names are taken so (base/regex_text.h).
  RowsWithTexts(const GateRows& rows, std::vector<std::string> texts);

  // The rows below the root that have `text`, in order, and perhaps some that
  // have a long beginning of it; null if they are not kept, or if it was not
  // among the texts.
  const std::vector<uint32_t>* Find(std::string_view text) const;

 private:
  struct Found {
    std::string text;
    size_t count = 0;       // of rows
    uint32_t last_row = 0;  // that was counted or kept
    bool is_kept = false;
    std::vector<uint32_t> rows;
  };

  void ChooseKept(size_t most);

  // Calls `take` with each text that a row has, and with the row, once.
  template <typename Take>
  void ForEachFound(const GateRows& rows, Take take);
  template <typename Take>
  void ForEachBeginning(std::string_view name, Take take);

  std::vector<Found> found_;  // sorted
};

}  // namespace tfprof
