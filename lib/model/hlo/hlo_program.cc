// SPDX-License-Identifier: Apache-2.0
#include "model/hlo/hlo_program.h"

#include <iterator>

#include <fmt/format.h>

namespace tfprof {

namespace {

struct HloType {
  std::string_view name;
  int bits = 0;
};

// By XLA's number.
constexpr HloType kHloTypes[] = {
    {"unknown", 0},    {"pred", 8},       {"s8", 8},     {"s16", 16},
    {"s32", 32},       {"s64", 64},       {"u8", 8},     {"u16", 16},
    {"u32", 32},       {"u64", 64},       {"f16", 16},   {"f32", 32},
    {"f64", 64},       {"tuple", 0},      {"opaque", 0}, {"c64", 64},
    {"bf16", 16},      {"token", 0},      {"c128", 128}, {"f8e5m2", 8},
    {"f8e4m3fn", 8},   {"s4", 4},         {"u4", 4},     {"f8e4m3b11fnuz", 8},
    {"f8e5m2fnuz", 8}, {"f8e4m3fnuz", 8}, {"s2", 2},     {"u2", 2},
    {"f8e4m3", 8},     {"f8e3m4", 8},     {"s1", 1},     {"u1", 1},
    {"f4e2m1fn", 4},   {"f8e8m0fnu", 8}};

constexpr int32_t kOpaque = 14;
constexpr int32_t kToken = 17;

const HloType& TypeOf(int32_t type) {
  const bool is_known =
      type > 0 && type < static_cast<int32_t>(std::size(kHloTypes));
  return kHloTypes[is_known ? type : 0];
}

bool HasNoSize(int32_t type) {
  return type == kOpaque || type == kToken || TypeOf(type).name == "unknown";
}

std::optional<int64_t> BytesOfArray(const HloProgram& program,
                                    const HloProgram::Shape& shape) {
  if (HasNoSize(shape.type)) return 0;
  int64_t bits =
      shape.element_bits > 0 ? shape.element_bits : TypeOf(shape.type).bits;
  for (uint32_t i = shape.dims.first; i < shape.dims.end; ++i) {
    // A dimension may be 0 behind others that are too large.
    if (program.numbers[i] == 0) return 0;
  }
  for (uint32_t i = shape.dims.first; i < shape.dims.end; ++i) {
    const int64_t dim = program.numbers[i];
    if (dim < 0 || __builtin_mul_overflow(bits, dim, &bits)) {
      return std::nullopt;
    }
  }
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

void AppendNumbers(const HloProgram& program, HloProgram::Range range,
                   std::string& out) {
  for (uint32_t i = range.first; i < range.end; ++i) {
    if (i > range.first) out += ',';
    // A tile's dimension that takes what is left.
    if (program.numbers[i] == INT64_MIN) {
      out += '*';
    } else {
      fmt::format_to(std::back_inserter(out), "{}", program.numbers[i]);
    }
  }
}

void AppendArray(const HloProgram& program, const HloProgram::Shape& shape,
                 bool with_layout, std::string& out) {
  out += TypeOf(shape.type).name;
  out += '[';
  if (shape.type != kToken && shape.type != kOpaque) {
    AppendNumbers(program, shape.dims, out);
  }
  out += ']';
  if (!with_layout || HasNoSize(shape.type)) return;
  std::string tail;
  if (shape.tiles.first != shape.tiles.end) tail += 'T';
  for (uint32_t i = shape.tiles.first; i < shape.tiles.end;) {
    const auto count = static_cast<uint32_t>(program.numbers[i]);
    tail += '(';
    AppendNumbers(program, {i + 1, i + 1 + count}, tail);
    tail += ')';
    i += 1 + count;
  }
  if (shape.element_bits != 0) tail += fmt::format("E({})", shape.element_bits);
  if (shape.space != 0) tail += fmt::format("S({})", shape.space);
  if (shape.dims.first == shape.dims.end && tail.empty()) return;
  out += '{';
  AppendNumbers(program, shape.order, out);
  if (!tail.empty()) out += ":" + tail;
  out += '}';
}

}  // namespace

std::string CodeOfInstruction(const HloModule& module, HloModule::Row row) {
  const HloModule::Row frame = module.instructions[row].frame;
  if (frame == HloModule::kNone) return {};
  const HloModule::Frame& at = module.frames[frame];
  const std::string_view file =
      at.file.valid() ? module.strings[at.file] : std::string_view();
  return fmt::format("{}:{}", file, at.line);
}

std::string_view HloTypeName(int32_t type) { return TypeOf(type).name; }

std::optional<int64_t> BytesOfShape(const HloProgram& program,
                                    HloProgram::Row shape) {
  int64_t sum = 0;
  std::vector<HloProgram::Row> open = {shape};
  while (!open.empty()) {
    const HloProgram::Shape& it = program.shapes[open.back()];
    open.pop_back();
    if (it.type == kHloTuple) {
      for (HloProgram::Row i = it.first_part; i < it.end_part; ++i) {
        open.push_back(i);
      }
      continue;
    }
    const auto bytes = BytesOfArray(program, it);
    if (!bytes || __builtin_add_overflow(sum, *bytes, &sum)) {
      return std::nullopt;
    }
  }
  return sum;
}

std::string WordsOfShape(const HloProgram& program, HloProgram::Row shape,
                         bool with_layout) {
  constexpr size_t kMost = size_t{1} << 16;

  struct Open {
    HloProgram::Row next = 0;
    HloProgram::Row end = 0;
    bool is_first = true;
  };

  std::string out;
  std::vector<Open> open = {{shape, shape + 1}};
  while (!open.empty() && out.size() < kMost) {
    Open& at = open.back();
    if (at.next == at.end) {
      open.pop_back();
      if (!open.empty()) out += ')';
      continue;
    }
    if (!at.is_first) out += ", ";
    at.is_first = false;
    const HloProgram::Shape& it = program.shapes[at.next++];
    if (it.type == kHloTuple) {
      out += '(';
      open.push_back({it.first_part, it.end_part});
    } else {
      AppendArray(program, it, with_layout, out);
    }
  }
  return out;
}

}  // namespace tfprof
