// SPDX-License-Identifier: Apache-2.0
// The bytes that instructions of a program must move at least: the used part of
// each operand once, each result once.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/programs/hlo_opcodes.h"
#include "analysis/programs/hlo_sizes.h"
#include "analysis/work/count.h"

namespace tfprof {

class HloTraffic {
 public:
  using Row = HloProgram::Row;

  // REQUIRES: program and sizes outlive this.
  HloTraffic(const HloProgram& program, HloSizes& sizes)
      : program_(program), sizes_(sizes) {}

  // The bytes of one execution.
  Count BytesOf(Row instruction);

 private:
  // `user` has the instruction as the operand with this index.
  struct Use {
    Row user = 0;
    uint32_t operand = 0;
  };

  // Bytes used of an instruction in a fusion that are not known yet.
  struct Used {
    static constexpr int64_t kUnset = -1;
    static constexpr int64_t kOpen = -2;  // while its users are looked at
  };

  void FindUses();
  Count BytesOfFusion(Row computation);
  Count UsedOf(Row row, int depth);
  Count UsedBy(const Use& use, int depth);
  Count UsedInFusion(const Use& use, int depth);
  Count WrittenBy(Row root);
  bool IsBitcast(Row transpose) const;
  HloOp OpOf(Row instruction) const;

  std::span<const Row> OperandsOf(Row instruction) const {
    return program_.module.operands[instruction];
  }

  Count SumOf(std::span<const Row> operands);

  const HloProgram& program_;
  HloSizes& sizes_;
  std::vector<uint64_t> first_use_;  // by instruction, and the end
  std::vector<Use> uses_;
  std::vector<int64_t> used_;  // by instruction: bytes, or Used
  std::vector<bool> is_root_;  // by instruction
  // By computation, then by number: its parameters.
  std::vector<std::pair<int64_t, Row>> parameters_;
  std::vector<uint32_t> first_parameter_;  // by computation, and the end
};

}  // namespace tfprof
