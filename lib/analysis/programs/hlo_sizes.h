// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/work/count.h"
#include "model/hlo/hlo_program.h"

namespace tfprof {

// Elements and bytes of the results of a program's instructions, each counted
// once.
class HloSizes {
 public:
  using Row = HloProgram::Row;

  // REQUIRES: the program outlives this.
  explicit HloSizes(const HloProgram& program) : program_(program) {}

  // A tuple has the sum of its parts.
  Count ElementsOf(Row instruction);
  Count BytesOf(Row instruction);

  // The same for a row of HloProgram::shapes.
  Count ElementsOfShape(Row shape) const;
  Count BytesOfOneShape(Row shape) const;

  std::span<const int64_t> DimsOf(Row shape) const;

  // The shape of the result, of a tuple that of its first part; kNone: it has
  // no part.
  Row FirstShapeOf(Row instruction) const;

 private:
  // Counts that were asked for; kUnset of others.
  static constexpr int64_t kUnset = INT64_MIN;
  static constexpr int64_t kTooMany = INT64_MIN + 1;

  template <typename Make>
  Count Kept(std::vector<int64_t>& kept, Row instruction, Make make) const;

  const HloProgram& program_;
  std::vector<int64_t> elements_;  // by instruction
  std::vector<int64_t> bytes_;
};

}  // namespace tfprof
