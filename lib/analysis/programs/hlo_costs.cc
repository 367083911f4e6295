// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_costs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

// Types, and the unit of a GPU that multiplies them. Of an instruction with
// several the first counts.
struct MatrixUnit {
  int type = 0;
  std::string_view unit;
};

constexpr MatrixUnit kMatrixUnits[] = {
    {kHloF64, "matrix f64"},   {kHloC128, "matrix f64"},
    {kHloF32, "matrix f32"},   {kHloC64, "matrix f32"},
    {kHloBf16, "matrix bf16"}, {kHloF16, "matrix f16"}};

}  // namespace

HloCosts::HloCosts(std::shared_ptr<const HloProgram> program)
    : program_(std::move(program)),
      sizes_(*program_),
      bodies_(*program_, sizes_),
      traffic_(*program_, sizes_) {
  const HloModule& module = program_->module;
  row_of_name_.resize(module.strings.size(), HloProgram::kNone);
  for (Row row = 0; row < module.instructions.size(); ++row) {
    Row& of_name = row_of_name_[module.instructions[row].name.value];
    if (of_name == HloProgram::kNone) of_name = row;
  }
}

HloCosts::Row HloCosts::Find(std::string_view name) const {
  const StringId id = program_->module.strings.Find(name);
  return id.valid() && id.value < row_of_name_.size() ? row_of_name_[id.value]
                                                      : HloProgram::kNone;
}

std::string_view HloCosts::OpcodeOf(Row row) const {
  const HloModule& module = program_->module;
  return module.strings[module.instructions[row].opcode];
}

std::string HloCosts::CategoryOf(Row row) const {
  using Operation = HloProgram::Operation;
  const std::string_view opcode = OpcodeOf(row);
  const Operation* const of = OperationOfRow(*program_, row);
  switch (HloOpOf(opcode)) {
    case HloOp::kFusion: {
      std::string_view kind;
      if (of != nullptr && of->fusion_kind.valid()) {
        kind = program_->module.strings[of->fusion_kind];
      }
      if (kind.starts_with('k')) kind.remove_prefix(1);
      return kind.empty() ? "fusion" : AsciiLower(kind) + " fusion";
    }
    case HloOp::kCopy:
    case HloOp::kReshape:
    case HloOp::kTranspose:
      return "data formatting";
    case HloOp::kElementwise:
      return "non-fusion elementwise";
    case HloOp::kConvolution: {
      const auto is_dilated = [&](Operation::Window number) {
        if (of == nullptr) return false;
        for (uint32_t i = of->window.first; i < of->window.end;
             i += Operation::kWindowNumbers) {
          if (program_->numbers[i + number] > 1) return true;
        }
        return false;
      };
      std::string words = "convolution";
      if (is_dilated(Operation::kBaseDilation)) words += " base-dilated";
      if (is_dilated(Operation::kWindowDilation)) words += " window-dilated";
      return words;
    }
    default:
      return std::string(opcode);
  }
}

std::string HloCosts::ContentsOf(Row row) {
  const StringPool& strings = program_->module.strings;
  std::vector<std::pair<std::string_view, int64_t>> sorted;
  for (const auto& [opcode, count] : bodies_.ContentsOf(row)) {
    sorted.emplace_back(strings[opcode], count);
  }
  std::sort(sorted.begin(), sorted.end());
  std::string words;
  for (const auto& [opcode, count] : sorted) {
    if (!words.empty()) words += ", ";
    words += opcode;
    if (count > 1) words += fmt::format(" x{}", count);
  }
  return words;
}

std::vector<std::string_view> HloCosts::OpcodesIn(Row row) {
  if (HloOpOf(OpcodeOf(row)) != HloOp::kFusion) return {OpcodeOf(row)};
  std::vector<std::string_view> opcodes;
  for (const auto& [opcode, count] : bodies_.ContentsOf(row)) {
    opcodes.push_back(program_->module.strings[opcode]);
  }
  return opcodes;
}

bool HloCosts::HasType(Row row, std::initializer_list<int32_t> types) const {
  const auto is_one = [&](Row shape) {
    const int32_t type = program_->shapes[shape].type;
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  for (const Row operand : program_->module.operands[row]) {
    if (is_one(program_->shapes_of[operand])) return true;
  }
  std::vector<Row> open = {program_->shapes_of[row]};
  while (!open.empty()) {
    const HloProgram::Shape& shape = program_->shapes[open.back()];
    if (is_one(open.back())) return true;
    open.pop_back();
    for (Row part = shape.first_part; part < shape.end_part; ++part) {
      open.push_back(part);
    }
  }
  return false;
}

std::string_view HloCosts::UnitOf(Row row) {
  const MatrixTypes matrix = bodies_.MatrixOf(row);
  if (matrix.has_any) {
    for (const auto& [type, unit] : kMatrixUnits) {
      if (matrix.Has(type)) return unit;
    }
    return matrix.HasFloat8() ? "matrix f8" : "";
  }
  const Row first = sizes_.FirstShapeOf(row);
  const int32_t type =
      first == HloProgram::kNone ? 0 : program_->shapes[first].type;
  return type == kHloF64 || type == kHloC128 ? "vector f64" : "vector f32";
}

std::string HloCosts::OperandWords(Row row) const {
  constexpr size_t kMost = size_t{1} << 16;
  std::string words;
  for (const Row operand : program_->module.operands[row]) {
    if (words.size() >= kMost) break;
    if (!words.empty()) words += ", ";
    words += WordsOfShape(*program_, program_->shapes_of[operand], false);
  }
  return words;
}

}  // namespace tfprof
