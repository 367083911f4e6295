// SPDX-License-Identifier: Apache-2.0
// The float operations of the instructions of a program, as XLA's own cost
// analysis counts them from shapes: one element of one operation is one,
// whatever its type.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/programs/hlo_opcodes.h"
#include "analysis/programs/hlo_sizes.h"
#include "analysis/work/count.h"

namespace tfprof {

// The matrix products and convolutions in an instruction.
struct MatrixTypes {
  bool has_any = false;
  uint64_t of_operands = 0;  // bit T is set for XLA's type T

  bool Has(int type) const { return (of_operands >> type & 1) != 0; }

  bool HasFloat8() const;
};

// The content of a computation, which is worked out once.
struct HloBody {
  enum class State : uint8_t { kNew, kOpen, kDone };

  State state = State::kNew;
  // 1 without calls; more than HloBodies::kMostHeight if it is too deep or
  // calls itself.
  int height = 1;
  Count float_ops = 0;
  MatrixTypes matrix;
  // Opcodes with their number, by StringId; fusions are opened. See
  // IsLeftOutOfContents().
  std::vector<std::pair<StringId, int64_t>> contents;
};

class HloBodies {
 public:
  using Row = HloProgram::Row;

  static constexpr int kMostHeight = 63;

  // REQUIRES: program and sizes outlive this.
  HloBodies(const HloProgram& program, HloSizes& sizes)
      : program_(program),
        sizes_(sizes),
        bodies_(program.module.computations.size()) {}

  // The float operations of one execution.
  Count FloatOpsOf(Row instruction);

  // The products in the instruction: itself, or those in a fusion.
  MatrixTypes MatrixOf(Row instruction);

  // The opcodes in a fusion; empty for others.
  std::span<const std::pair<StringId, int64_t>> ContentsOf(Row instruction);

 private:
  // A computation whose calls are looked at one after the other.
  struct Open {
    Row computation = 0;
    Row instruction = 0;
    size_t call = 0;
  };

  const HloBody& BodyOf(Row computation);
  void Finish(Row computation);
  void AddContents(Row computation, HloBody& body);

  // The calls that count for an instruction.
  std::span<const Row> CallsOf(Row instruction) const;
  HloOp OpOf(Row instruction) const;

  Count FloatOpsByOp(Row instruction, HloOp op);
  Count FloatOpsOfBodies(Row instruction, HloOp op);
  Count FloatOpsOfReduction(HloOp op, Row instruction, const Count& body,
                            const Count& second);
  Count FloatOpsOfCall(Row instruction);
  Count MatrixProduct(Row instruction, const Count& results);
  Count Convolution(Row instruction, HloCall call, Row output);
  bool IsMatrix(Row instruction, HloOp op) const;
  void AddOperandTypes(Row instruction, MatrixTypes& types) const;

  std::span<const Row> OperandsOf(Row instruction) const {
    return program_.module.operands[instruction];
  }

  const HloProgram& program_;
  HloSizes& sizes_;
  std::vector<HloBody> bodies_;  // by computation
  int64_t taps_left_ = int64_t{1} << 26;
};

}  // namespace tfprof
