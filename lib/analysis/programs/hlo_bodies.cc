// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_bodies.h"

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/programs/hlo_convolution.h"

namespace tfprof {

namespace {

// The distinct opcodes of a computation that are listed; XLA has fewer.
constexpr size_t kMostOpcodes = 256;

Count NoFormula() { return Count::Unknown(Count::Missing::kFormula); }

// The rule counts the computation that the instruction calls.
bool CountsBodies(HloOp op) {
  switch (op) {
    case HloOp::kFusion:
    case HloOp::kStart:
    case HloOp::kAllReduceStart:
    case HloOp::kCopyStart:
    case HloOp::kReduce:
    case HloOp::kMap:
    case HloOp::kReduceWindow:
    case HloOp::kSelectAndScatter:
    case HloOp::kScatter:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool MatrixTypes::HasFloat8() const {
  for (int type = 0; type < 64; ++type) {
    if (Has(type) && HloTypeName(type).starts_with("f8")) return true;
  }
  return false;
}

HloOp HloBodies::OpOf(Row instruction) const {
  const HloModule& module = program_.module;
  return HloOpOf(module.strings[module.instructions[instruction].opcode]);
}

std::span<const HloBodies::Row> HloBodies::CallsOf(Row instruction) const {
  const std::span<const Row> called = program_.module.called[instruction];
  const HloOp op = OpOf(instruction);
  if (called.empty() || !CountsBodies(op)) return {};
  const bool counts_all = op == HloOp::kSelectAndScatter ||
                          op == HloOp::kReduce || op == HloOp::kMap ||
                          op == HloOp::kReduceWindow || op == HloOp::kScatter;
  return counts_all ? called : called.first(1);
}

// Computations may call each other as deep as a file says.
const HloBody& HloBodies::BodyOf(Row computation) {
  using State = HloBody::State;
  if (bodies_[computation].state == State::kDone) return bodies_[computation];
  const auto& computations = program_.module.computations;
  std::vector<Open> open = {{computation, computations[computation].first, 0}};
  bodies_[computation].state = State::kOpen;
  while (!open.empty()) {
    Open& at = open.back();
    HloBody& body = bodies_[at.computation];
    if (at.instruction == computations[at.computation].end) {
      Finish(at.computation);
      open.pop_back();
      continue;
    }
    const std::span<const Row> calls = CallsOf(at.instruction);
    if (at.call == calls.size()) {
      ++at.instruction;
      at.call = 0;
      continue;
    }
    const Row called = calls[at.call];
    if (bodies_[called].state == State::kNew) {
      bodies_[called].state = State::kOpen;
      open.push_back({called, computations[called].first, 0});
      continue;
    }
    const bool is_circle = bodies_[called].state == State::kOpen;
    body.height = std::max(
        body.height,
        is_circle ? kMostHeight + 1
                  : std::min(bodies_[called].height + 1, kMostHeight + 1));
    ++at.call;
  }
  return bodies_[computation];
}

void HloBodies::Finish(Row computation) {
  HloBody& body = bodies_[computation];
  const HloModule::Computation& of = program_.module.computations[computation];
  if (body.height > kMostHeight) body.float_ops = NoFormula();
  for (Row row = of.first; row < of.end && body.float_ops.is_known(); ++row) {
    body.float_ops = body.float_ops + FloatOpsByOp(row, OpOf(row));
  }
  AddContents(computation, body);
  body.state = HloBody::State::kDone;
}

void HloBodies::AddContents(Row computation, HloBody& body) {
  const HloModule& module = program_.module;
  const HloModule::Computation& of = module.computations[computation];
  std::map<StringId, int64_t> counts;
  const auto add = [&](StringId opcode, int64_t count) {
    if (counts.size() >= kMostOpcodes && !counts.contains(opcode)) return;
    int64_t& sum = counts[opcode];
    if (__builtin_add_overflow(sum, count, &sum)) sum = INT64_MAX;
  };
  std::vector<Row> nested;
  for (Row row = of.first; row < of.end; ++row) {
    const HloOp op = OpOf(row);
    if (IsMatrix(row, op)) AddOperandTypes(row, body.matrix);
    if (op == HloOp::kFusion) {
      const std::span<const Row> calls = CallsOf(row);
      nested.insert(nested.end(), calls.begin(), calls.end());
    } else if (!IsLeftOutOfContents(op)) {
      add(module.instructions[row].opcode, 1);
    }
  }
  std::sort(nested.begin(), nested.end());
  nested.erase(std::unique(nested.begin(), nested.end()), nested.end());
  for (const Row inner : nested) {
    const HloBody& fusion = bodies_[inner];
    body.matrix.has_any |= fusion.matrix.has_any;
    body.matrix.of_operands |= fusion.matrix.of_operands;
    for (const auto& [opcode, count] : fusion.contents) add(opcode, count);
  }
  body.contents.assign(counts.begin(), counts.end());
}

bool HloBodies::IsMatrix(Row instruction, HloOp op) const {
  if (op == HloOp::kDot || op == HloOp::kConvolution) return true;
  return op == HloOp::kCustomCall &&
         HloCallOf(TargetOfCall(program_, instruction)) != HloCall::kUnknown;
}

void HloBodies::AddOperandTypes(Row instruction, MatrixTypes& types) const {
  types.has_any = true;
  const std::span<const Row> operands = OperandsOf(instruction);
  for (size_t i = 0; i < std::min<size_t>(operands.size(), 2); ++i) {
    const int32_t type = program_.shapes[program_.shapes_of[operands[i]]].type;
    if (type > 0 && type < 64) types.of_operands |= uint64_t{1} << type;
  }
}

MatrixTypes HloBodies::MatrixOf(Row instruction) {
  const HloOp op = OpOf(instruction);
  MatrixTypes types;
  if (IsMatrix(instruction, op)) AddOperandTypes(instruction, types);
  if (op == HloOp::kFusion) {
    for (const Row called : CallsOf(instruction)) types = BodyOf(called).matrix;
  }
  return types;
}

std::span<const std::pair<StringId, int64_t>> HloBodies::ContentsOf(
    Row instruction) {
  if (OpOf(instruction) != HloOp::kFusion) return {};
  const std::span<const Row> calls = CallsOf(instruction);
  if (calls.empty()) return {};
  return BodyOf(calls[0]).contents;
}

Count HloBodies::FloatOpsOf(Row instruction) {
  for (const Row called : CallsOf(instruction)) BodyOf(called);
  return FloatOpsByOp(instruction, OpOf(instruction));
}

// REQUIRES: what it calls is finished, or lies around it in a circle.
Count HloBodies::FloatOpsByOp(Row instruction, HloOp op) {
  const std::span<const Row> operands = OperandsOf(instruction);
  const auto elements = [&](size_t operand) {
    return operand < operands.size() ? sizes_.ElementsOf(operands[operand])
                                     : NoFormula();
  };
  const auto last_dim = [&](size_t operand) -> Count {
    if (operand >= operands.size()) return NoFormula();
    const auto dims = sizes_.DimsOf(program_.shapes_of[operands[operand]]);
    return dims.empty() ? NoFormula() : Count(dims.back());
  };
  const std::span<const Row> calls = CallsOf(instruction);
  if (!calls.empty()) return FloatOpsOfBodies(instruction, op);
  switch (op) {
    case HloOp::kElementwise:
    case HloOp::kRandom:
    case HloOp::kAllReduce:
    case HloOp::kAllReduceStart:
      return sizes_.ElementsOf(instruction);
    case HloOp::kDot:
      return MatrixProduct(instruction, sizes_.ElementsOf(instruction));
    case HloOp::kConvolution:
      return Convolution(instruction, HloCall::kConvolution,
                         program_.shapes_of[instruction]);
    case HloOp::kSort: {
      const Count n = elements(0);
      if (!n.is_known() || n.value() <= 1) return n * 0;
      return n * std::bit_width(static_cast<uint64_t>(n.value()) - 1);
    }
    case HloOp::kFft: {
      Count logs = 8;
      const HloProgram::Operation* const of =
          OperationOfRow(program_, instruction);
      for (uint32_t i = of == nullptr ? 0 : of->fft_lengths.first;
           of != nullptr && i < of->fft_lengths.end; ++i) {
        const int64_t length = program_.numbers[i];
        logs = logs * (length > 0
                           ? std::bit_width(static_cast<uint64_t>(length)) - 1
                           : 0);
      }
      return logs * elements(0);
    }
    case HloOp::kCholesky: {
      const Count product = elements(0) * last_dim(0);
      return product.is_known() ? Count(product.value() / 3) : product;
    }
    case HloOp::kTriangularSolve:
      return Count(2) * last_dim(0) * elements(1);
    case HloOp::kCustomCall:
      return FloatOpsOfCall(instruction);
    case HloOp::kBatchNorm:
    case HloOp::kFusion:
      return NoFormula();
    default:
      return 0;
  }
}

Count HloBodies::FloatOpsOfBodies(Row instruction, HloOp op) {
  Count first = 0, second = 0;
  const std::span<const Row> calls = CallsOf(instruction);
  for (size_t i = 0; i < calls.size(); ++i) {
    const HloBody& body = bodies_[calls[i]];
    const Count float_ops =
        body.state == HloBody::State::kDone ? body.float_ops : NoFormula();
    if (!float_ops.is_known()) return float_ops;
    if (i == 0) first = float_ops;
    if (i == 1) second = float_ops;
  }
  const bool is_whole = op == HloOp::kFusion || op == HloOp::kStart ||
                        op == HloOp::kAllReduceStart || op == HloOp::kCopyStart;
  return is_whole ? first : FloatOpsOfReduction(op, instruction, first, second);
}

Count HloBodies::FloatOpsOfReduction(HloOp op, Row instruction,
                                     const Count& body, const Count& second) {
  const std::span<const Row> operands = OperandsOf(instruction);
  if (operands.empty()) return NoFormula();
  const Row first_shape = sizes_.FirstShapeOf(instruction);
  const Count results = first_shape == HloProgram::kNone
                            ? Count(0)
                            : sizes_.ElementsOfShape(first_shape);
  if (op == HloOp::kMap) return body * sizes_.ElementsOf(instruction);
  if (op == HloOp::kReduce) {
    const Count added = sizes_.ElementsOf(operands[0]) - results;
    return body * (added.is_known() ? Count(std::max<int64_t>(0, added.value()))
                                    : added);
  }
  if (op == HloOp::kScatter) {
    // Operands, indices, and as many updates as operands.
    const size_t updates = (operands.size() - 1) / 2 + 1;
    if (updates >= operands.size()) return NoFormula();
    return body * sizes_.ElementsOf(operands[updates]);
  }
  Count window = 1;
  if (const HloProgram::Operation* const of =
          OperationOfRow(program_, instruction)) {
    for (uint32_t i = of->window.first; i < of->window.end;
         i += HloProgram::Operation::kWindowNumbers) {
      window = window * program_.numbers[i + HloProgram::Operation::kSize];
    }
  }
  if (op == HloOp::kReduceWindow) return body * (window - 1) * results;
  if (operands.size() < 2) return NoFormula();
  const Count sources = sizes_.ElementsOf(operands[1]);
  return body * sources * (window - 1) + second * sources;
}

Count HloBodies::FloatOpsOfCall(Row instruction) {
  const HloCall call = HloCallOf(TargetOfCall(program_, instruction));
  const Row first = sizes_.FirstShapeOf(instruction);
  if (call == HloCall::kUnknown || first == HloProgram::kNone) {
    return NoFormula();
  }
  if (call == HloCall::kMatrixProduct) {
    return MatrixProduct(instruction, sizes_.ElementsOfShape(first));
  }
  return Convolution(instruction, call, first);
}

Count HloBodies::MatrixProduct(Row instruction, const Count& results) {
  const HloProgram::Operation* const of = OperationOfRow(program_, instruction);
  const std::span<const Row> operands = OperandsOf(instruction);
  const bool is_dot = OpOf(instruction) == HloOp::kDot;
  if (operands.empty()) return NoFormula();
  if (!is_dot && (of == nullptr || !of->has_contracting)) return NoFormula();
  const auto dims = sizes_.DimsOf(program_.shapes_of[operands[0]]);
  Count product = Count(2) * results;
  if (of == nullptr) return product;
  for (uint32_t i = of->contracting.first; i < of->contracting.end; ++i) {
    const int64_t dim = program_.numbers[i];
    if (dim < 0 || static_cast<uint64_t>(dim) >= dims.size()) {
      return NoFormula();
    }
    product = product * dims[static_cast<size_t>(dim)];
  }
  return product;
}

Count HloBodies::Convolution(Row instruction, HloCall call, Row output) {
  const HloProgram::Operation* const of = OperationOfRow(program_, instruction);
  const std::span<const Row> operands = OperandsOf(instruction);
  if (operands.size() < 2 || of == nullptr) return NoFormula();
  ConvolutionShapes shapes{program_.shapes_of[operands[0]],
                           program_.shapes_of[operands[1]], output};
  // The products are those of the convolution whose gradient it is.
  if (call == HloCall::kConvolutionByInput) {
    std::swap(shapes.input, shapes.output);
  } else if (call == HloCall::kConvolutionByFilter) {
    std::swap(shapes.kernel, shapes.output);
  }
  return ConvolutionFloatOps(program_, sizes_, *of, shapes, taps_left_);
}

}  // namespace tfprof
