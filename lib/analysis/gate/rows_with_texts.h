// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/gate/evidence.h"

namespace tfprof {

// Which rows have each of very many texts somewhere in their names. All names
// are read once, not once for each text.
class RowsWithTexts {
 public:
  static constexpr size_t kFew = 32;

  // `texts` are in small letters; large ones of names are taken as such.
  RowsWithTexts(const GateRows& rows, std::vector<std::string> texts);

  // The rows below the root that have `text`, in order, and perhaps some that
  // have a long beginning of it; null if they are more than kFew, or if it was
  // not among the texts.
  const std::vector<uint32_t>* Find(std::string_view text) const;

 private:
  struct Found {
    std::string text;
    bool are_many = false;
    std::vector<uint32_t> rows;
  };

  void Add(uint32_t row, std::string_view rest);

  std::vector<Found> found_;  // sorted
};

}  // namespace tfprof
