// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_traffic.h"

#include <algorithm>

namespace tfprof {

namespace {

// Nested fusions and bitcasts are looked through so far.
constexpr int kMostLookedThrough = 64;

// Constants of a fusion with more elements lie in memory.
constexpr int64_t kMostElementsInCode = 8;

Count UnknownTraffic() { return Count::Unknown(Count::Missing::kFormula); }

Count TooMuchTraffic() { return Count::Unknown(Count::Missing::kTooLarge); }

}  // namespace

HloOp HloTraffic::OpOf(Row instruction) const {
  const HloModule& module = program_.module;
  return HloOpOf(module.strings[module.instructions[instruction].opcode]);
}

Count HloTraffic::SumOf(std::span<const Row> operands) {
  Count sum = 0;
  for (const Row operand : operands) sum = sum + sizes_.BytesOf(operand);
  return sum;
}

// True if the transpose is another reading of the same bytes.
bool HloTraffic::IsBitcast(Row transpose) const {
  const std::span<const Row> operands = OperandsOf(transpose);
  if (operands.empty()) return false;
  const auto& numbers = program_.numbers;
  const HloProgram::Operation* const of = OperationOfRow(program_, transpose);
  const HloProgram::Range dims =
      of == nullptr ? HloProgram::Range() : of->dimensions;
  const HloProgram::Range& out =
      program_.shapes[program_.shapes_of[transpose]].order;
  const HloProgram::Range& in =
      program_.shapes[program_.shapes_of[operands[0]]].order;
  if (out.end - out.first != in.end - in.first) return false;
  for (uint32_t i = 0; i < out.end - out.first; ++i) {
    const int64_t dim = numbers[out.first + i];
    if (dim < 0 || dim >= dims.end - dims.first) return false;
    if (numbers[dims.first + dim] != numbers[in.first + i]) return false;
  }
  return true;
}

Count HloTraffic::BytesOf(Row instruction) {
  const HloOp op = OpOf(instruction);
  const std::span<const Row> operands = OperandsOf(instruction);
  const auto from = [&](size_t first) {
    return operands.subspan(std::min(first, operands.size()));
  };
  if (NeitherComputesNorMoves(op)) return 0;
  switch (op) {
    case HloOp::kControl:
    case HloOp::kDone:
      return 0;
    case HloOp::kFusion: {
      const std::span<const Row> called = program_.module.called[instruction];
      if (!called.empty()) return BytesOfFusion(called[0]);
      break;
    }
    case HloOp::kTranspose:
      if (IsBitcast(instruction)) return 0;
      break;
    case HloOp::kSlice:
    case HloOp::kDynamicSlice:
    case HloOp::kGather:
      return Count(2) * sizes_.BytesOf(instruction) + SumOf(from(1));
    case HloOp::kUpdateSlice:
      if (operands.size() < 2) return UnknownTraffic();
      return Count(2) * sizes_.BytesOf(operands[1]) + SumOf(from(2));
    case HloOp::kScatter: {
      if (operands.empty()) return UnknownTraffic();
      const size_t indices = (operands.size() - 1) / 2;
      return Count(3) * SumOf(from(indices + 1)) +
             sizes_.BytesOf(operands[indices]);
    }
    case HloOp::kMade:
      return sizes_.BytesOf(instruction);
    case HloOp::kCopyStart:
      if (operands.empty()) return UnknownTraffic();
      return Count(2) * sizes_.BytesOf(operands[0]);
    case HloOp::kCustomCall: {
      const auto call = HloCallOf(TargetOfCall(program_, instruction));
      // Nobody knows what it reads.
      if (call == HloCall::kUnknown) return UnknownTraffic();
      // The rest of its results is scratch.
      const HloProgram::Shape& shape =
          program_.shapes[program_.shapes_of[instruction]];
      const bool has_parts = shape.first_part != shape.end_part;
      return sizes_.BytesOfOneShape(has_parts
                                        ? shape.first_part
                                        : program_.shapes_of[instruction]) +
             SumOf(operands);
    }
    default:
      break;
  }
  return sizes_.BytesOf(instruction) + SumOf(operands);
}

void HloTraffic::FindUses() {
  const HloModule& module = program_.module;
  const size_t count = module.instructions.size();
  if (!first_use_.empty()) return;
  first_use_.resize(count + 1);
  for (Row row = 0; row < count; ++row) {
    for (const Row operand : OperandsOf(row)) ++first_use_[operand + 1];
  }
  for (size_t i = 0; i < count; ++i) first_use_[i + 1] += first_use_[i];
  uses_.resize(first_use_[count]);
  std::vector<uint64_t> next(first_use_.begin(), first_use_.end() - 1);
  for (Row row = 0; row < count; ++row) {
    uint32_t index = 0;
    for (const Row operand : OperandsOf(row)) {
      uses_[next[operand]++] = {row, index++};
    }
  }
  used_.resize(count, Used::kUnset);
  is_root_.resize(count);
  for (const Row root : program_.roots) {
    if (root != HloProgram::kNone) is_root_[root] = true;
  }
  for (const HloModule::Computation& computation : module.computations) {
    first_parameter_.push_back(static_cast<uint32_t>(parameters_.size()));
    for (Row row = computation.first; row < computation.end; ++row) {
      if (OpOf(row) != HloOp::kParameter) continue;
      parameters_.emplace_back(program_.parameter_numbers[row], row);
    }
    std::sort(parameters_.begin() + first_parameter_.back(), parameters_.end());
  }
  first_parameter_.push_back(static_cast<uint32_t>(parameters_.size()));
}

Count HloTraffic::BytesOfFusion(Row computation) {
  FindUses();
  const HloModule::Computation& of = program_.module.computations[computation];
  Count total = 0;
  for (Row row = of.first; row < of.end; ++row) {
    const HloOp op = OpOf(row);
    if (op == HloOp::kParameter) {
      total = total + UsedOf(row, 0);
    } else if (op == HloOp::kConstant) {
      const Count elements = sizes_.ElementsOf(row);
      const bool is_large =
          !elements.is_known() || elements.value() > kMostElementsInCode;
      if (is_large) total = total + sizes_.BytesOf(row);
    }
  }
  const Row root = computation < program_.roots.size()
                       ? program_.roots[computation]
                       : HloProgram::kNone;
  if (root == HloProgram::kNone) return UnknownTraffic();
  if (OpOf(root) != HloOp::kTuple) return total + WrittenBy(root);
  for (const Row part : OperandsOf(root)) total = total + WrittenBy(part);
  return total;
}

// A part of memory that is updated in place is written alone.
Count HloTraffic::WrittenBy(Row root) {
  Row row = root;
  int steps = 0;
  while (OpOf(row) == HloOp::kBitcast && !OperandsOf(row).empty() &&
         ++steps <= kMostLookedThrough) {
    row = OperandsOf(row)[0];
  }
  const bool is_update =
      OpOf(row) == HloOp::kUpdateSlice && OperandsOf(row).size() > 1;
  return sizes_.BytesOf(is_update ? OperandsOf(row)[1] : root);
}

Count HloTraffic::UsedOf(Row row, int depth) {
  const Count whole = sizes_.BytesOf(row);
  if (depth > kMostLookedThrough || is_root_[row] || !whole.is_known()) {
    return whole;
  }
  if (used_[row] == Used::kOpen) return whole;  // it uses itself
  if (used_[row] != Used::kUnset) return used_[row];
  used_[row] = Used::kOpen;
  Count total = 0;
  for (uint64_t i = first_use_[row]; i < first_use_[row + 1]; ++i) {
    total = total + UsedBy(uses_[i], depth);
    if (!total.is_known() || total.value() >= whole.value()) {
      total = whole;
      break;
    }
  }
  used_[row] = total.value();
  return total;
}

// The bytes that a user takes of this operand.
Count HloTraffic::UsedBy(const Use& use, int depth) {
  switch (OpOf(use.user)) {
    case HloOp::kSlice:
      return sizes_.BytesOf(use.user);
    case HloOp::kDynamicSlice:
    case HloOp::kGather:
      if (use.operand == 0) return sizes_.BytesOf(use.user);
      break;
    case HloOp::kUpdateSlice:
      if (use.operand == 0) return 0;  // in place
      break;
    case HloOp::kBitcast:
    case HloOp::kElement:
      return UsedOf(use.user, depth + 1);
    case HloOp::kFusion:
      if (!program_.module.called[use.user].empty()) {
        return UsedInFusion(use, depth);
      }
      break;
    default:
      break;
  }
  return TooMuchTraffic();  // all of it
}

Count HloTraffic::UsedInFusion(const Use& use, int depth) {
  const Row computation = program_.module.called[use.user][0];
  const auto begin = parameters_.begin() + first_parameter_[computation];
  const auto end = parameters_.begin() + first_parameter_[computation + 1];
  Count total = 0;
  for (auto it = std::lower_bound(begin, end,
                                  std::pair<int64_t, Row>(use.operand, 0));
       it != end && it->first == use.operand; ++it) {
    total = total + UsedOf(it->second, depth + 1);
  }
  return total;
}

}  // namespace tfprof
