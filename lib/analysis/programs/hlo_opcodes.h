// SPDX-License-Identifier: Apache-2.0
// The opcodes of XLA by the rules for their work.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/hlo/hlo_program.h"

namespace tfprof {

enum class HloOp : uint8_t {
  kOther,  // it moves data
  kElementwise,
  kNothing,  // neither computes nor moves anything, as the next five
  kParameter,
  kConstant,
  kTuple,
  kElement,  // get-tuple-element
  kBitcast,
  kControl,  // its bodies count where they run
  kFusion,
  kDot,
  kConvolution,
  kReduce,
  kMap,
  kReduceWindow,
  kSelectAndScatter,
  kScatter,
  kSort,
  kFft,
  kCholesky,
  kTriangularSolve,
  kRandom,
  kBatchNorm,
  kAllReduce,
  kAllReduceStart,
  kStart,  // of something asynchronous
  kCopyStart,
  kDone,  // or an update of something asynchronous
  kCustomCall,
  kTranspose,
  kReshape,
  kCopy,
  kSlice,
  kDynamicSlice,
  kGather,
  kUpdateSlice,
  kMade,  // from nothing: iota
};

HloOp HloOpOf(std::string_view opcode);

constexpr bool NeitherComputesNorMoves(HloOp op) {
  return op >= HloOp::kNothing && op <= HloOp::kBitcast;
}

// True if the opcode, or the category of a TPU, is of something asynchronous.
bool IsAsyncWord(std::string_view opcode);

// True for instructions of which a list of contents says nothing.
bool IsLeftOutOfContents(HloOp op);

// Calls of libraries with a known amount of work.
enum class HloCall : uint8_t {
  kUnknown,
  kMatrixProduct,
  kConvolution,
  kConvolutionByInput,
  kConvolutionByFilter,
};

HloCall HloCallOf(std::string_view target);

// The operation of an instruction; null: it has none.
inline const HloProgram::Operation* OperationOfRow(const HloProgram& program,
                                                   HloProgram::Row row) {
  const HloProgram::Row at = program.operations_of[row];
  return at == HloProgram::kNone ? nullptr : &program.operations[at];
}

// The target of a custom call; empty: none.
std::string_view TargetOfCall(const HloProgram& program, HloProgram::Row row);

}  // namespace tfprof
