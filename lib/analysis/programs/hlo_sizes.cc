// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_sizes.h"

namespace tfprof {

namespace {

Count TooManyToCount() { return Count::Unknown(Count::Missing::kTooLarge); }

}  // namespace

template <typename Make>
Count HloSizes::Kept(std::vector<int64_t>& kept, Row instruction,
                     Make make) const {
  if (kept.empty()) kept.resize(program_.shapes_of.size(), kUnset);
  int64_t& value = kept[instruction];
  if (value == kUnset) {
    const Count count = make(program_.shapes_of[instruction]);
    value = count.is_known() ? count.value() : kTooMany;
  }
  return value == kTooMany ? TooManyToCount() : Count(value);
}

Count HloSizes::ElementsOf(Row instruction) {
  return Kept(elements_, instruction,
              [this](Row shape) { return ElementsOfShape(shape); });
}

Count HloSizes::BytesOf(Row instruction) {
  return Kept(bytes_, instruction,
              [this](Row shape) { return BytesOfOneShape(shape); });
}

Count HloSizes::ElementsOfShape(Row shape) const {
  Count sum = 0;
  std::vector<Row> open = {shape};
  while (!open.empty()) {
    const HloProgram::Shape& it = program_.shapes[open.back()];
    open.pop_back();
    if (it.type == kHloTuple) {
      for (Row part = it.first_part; part < it.end_part; ++part) {
        open.push_back(part);
      }
      continue;
    }
    Count product = 1;
    for (uint32_t i = it.dims.first; i < it.dims.end; ++i) {
      if (program_.numbers[i] < 0) return TooManyToCount();
      product = product * program_.numbers[i];
    }
    sum = sum + product;
  }
  return sum;
}

Count HloSizes::BytesOfOneShape(Row shape) const {
  const auto bytes = BytesOfShape(program_, shape);
  return bytes ? Count(*bytes) : TooManyToCount();
}

std::span<const int64_t> HloSizes::DimsOf(Row shape) const {
  const HloProgram::Range& dims = program_.shapes[shape].dims;
  return std::span(program_.numbers).subspan(dims.first, dims.end - dims.first);
}

HloSizes::Row HloSizes::FirstShapeOf(Row instruction) const {
  Row shape = program_.shapes_of[instruction];
  while (program_.shapes[shape].type == kHloTuple) {
    const HloProgram::Shape& tuple = program_.shapes[shape];
    if (tuple.first_part == tuple.end_part) return HloProgram::kNone;
    shape = tuple.first_part;
  }
  return shape;
}

}  // namespace tfprof
