// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_opcodes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

namespace {

constexpr std::string_view kElementwiseOpcodes[] = {
    // Elementary functions.
    "exponential", "log", "logistic", "power", "sqrt", "cbrt", "rsqrt", "tanh",
    "sine", "cosine", "exponential-minus-one", "log-plus-one", "atan2", "erf",
    "tan", "acos", "acosh", "asin", "asinh", "atanh", "cosh", "sinh",
    // Arithmetic, comparison, logic, conversion.
    "abs", "add", "and", "bitcast-convert", "ceil", "clamp", "compare",
    "complex", "convert", "count-leading-zeros", "divide", "floor", "imag",
    "is-finite", "maximum", "minimum", "multiply", "negate", "not", "or",
    "popcnt", "real", "remainder", "reduce-precision", "round-nearest-afz",
    "round-nearest-even", "select", "shift-left", "shift-right-arithmetic",
    "shift-right-logical", "sign", "stochastic-convert", "subtract", "xor"};

constexpr std::pair<std::string_view, HloOp> kOpcodes[] = {
    {"parameter", HloOp::kParameter},
    {"constant", HloOp::kConstant},
    {"tuple", HloOp::kTuple},
    {"get-tuple-element", HloOp::kElement},
    {"bitcast", HloOp::kBitcast},
    {"after-all", HloOp::kNothing},
    {"add-dependency", HloOp::kNothing},
    {"domain", HloOp::kNothing},
    {"opt-barrier", HloOp::kNothing},
    {"partition-id", HloOp::kNothing},
    {"replica-id", HloOp::kNothing},
    {"get-dimension-size", HloOp::kNothing},
    {"set-dimension-size", HloOp::kNothing},
    {"while", HloOp::kControl},
    {"conditional", HloOp::kControl},
    {"call", HloOp::kControl},
    {"fusion", HloOp::kFusion},
    {"dot", HloOp::kDot},
    {"convolution", HloOp::kConvolution},
    {"reduce", HloOp::kReduce},
    {"map", HloOp::kMap},
    {"reduce-window", HloOp::kReduceWindow},
    {"select-and-scatter", HloOp::kSelectAndScatter},
    {"scatter", HloOp::kScatter},
    {"sort", HloOp::kSort},
    {"fft", HloOp::kFft},
    {"cholesky", HloOp::kCholesky},
    {"triangular-solve", HloOp::kTriangularSolve},
    {"rng", HloOp::kRandom},
    {"rng-bit-generator", HloOp::kRandom},
    {"batch-norm-training", HloOp::kBatchNorm},
    {"batch-norm-inference", HloOp::kBatchNorm},
    {"batch-norm-grad", HloOp::kBatchNorm},
    {"all-reduce", HloOp::kAllReduce},
    {"all-reduce-start", HloOp::kAllReduceStart},
    {"copy-start", HloOp::kCopyStart},
    {"custom-call", HloOp::kCustomCall},
    {"transpose", HloOp::kTranspose},
    {"reshape", HloOp::kReshape},
    {"copy", HloOp::kCopy},
    {"slice", HloOp::kSlice},
    {"dynamic-slice", HloOp::kDynamicSlice},
    {"gather", HloOp::kGather},
    {"dynamic-update-slice", HloOp::kUpdateSlice},
    {"iota", HloOp::kMade},
    {"rng-get-and-update-state", HloOp::kMade},
};

// Also those of hipBLASLt and MIOpen, which have the same names.
constexpr std::pair<std::string_view, HloCall> kCalls[] = {
    {"__cublas$gemm", HloCall::kMatrixProduct},
    {"__cublas$lt$matmul", HloCall::kMatrixProduct},
    {"__cublas$lt$matmul$f8", HloCall::kMatrixProduct},
    {"__cublas$lt$matmul$mx", HloCall::kMatrixProduct},
    {"__cudnn$convForward", HloCall::kConvolution},
    {"__cudnn$convForwardGraph", HloCall::kConvolution},
    {"__cudnn$convBiasActivationForward", HloCall::kConvolution},
    {"__cudnn$convBackwardInput", HloCall::kConvolutionByInput},
    {"__cudnn$convBackwardFilter", HloCall::kConvolutionByFilter},
};

using OpTable = tsl::robin_map<std::string_view, HloOp, TextHash>;

OpTable MakeOpTable() {
  OpTable table;
  for (const std::string_view opcode : kElementwiseOpcodes) {
    table[opcode] = HloOp::kElementwise;
  }
  table.insert(std::begin(kOpcodes), std::end(kOpcodes));
  return table;
}

}  // namespace

HloOp HloOpOf(std::string_view opcode) {
  static const OpTable table = MakeOpTable();
  const auto found = table.find(opcode);
  if (found != table.end()) return found->second;
  if (opcode.ends_with("-start")) return HloOp::kStart;
  const bool is_done = opcode.ends_with("-done") || opcode.ends_with("-update");
  return is_done ? HloOp::kDone : HloOp::kOther;
}

bool IsAsyncWord(std::string_view opcode) {
  return opcode.ends_with("-start") || opcode.ends_with("-done");
}

bool IsLeftOutOfContents(HloOp op) {
  return op == HloOp::kParameter || op == HloOp::kConstant ||
         op == HloOp::kTuple || op == HloOp::kElement || op == HloOp::kBitcast;
}

HloCall HloCallOf(std::string_view target) {
  const auto* const found =
      std::find_if(std::begin(kCalls), std::end(kCalls),
                   [&](const auto& call) { return call.first == target; });
  return found == std::end(kCalls) ? HloCall::kUnknown : found->second;
}

std::string_view TargetOfCall(const HloProgram& program, HloProgram::Row row) {
  const HloProgram::Operation* const operation = OperationOfRow(program, row);
  if (operation == nullptr || !operation->target.valid()) return {};
  return program.module.strings[operation->target];
}

}  // namespace tfprof
