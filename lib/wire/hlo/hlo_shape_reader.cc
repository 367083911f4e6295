// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_shape_reader.h"

#include "wire/wire_cursor.h"

namespace tfprof {

void HloShapeReader::AddPacked(std::string_view packed) {
  ForEachPacked(packed,
                [&](int64_t number) { program_.numbers.push_back(number); });
}

void HloShapeReader::Read(std::string_view bytes) {
  std::vector<OpenShape>& open = open_;
  open.clear();
  open.push_back({bytes, static_cast<HloProgram::Row>(program_.shapes.size())});
  program_.shapes.emplace_back();
  for (size_t next = 0; next < open.size(); ++next) {
    const OpenShape at = open[next];
    HloProgram::Shape shape;
    parts_.clear();
    std::string_view layout;
    shape.dims.first = NumberCount();
    WireCursor cursor(at.bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(2):
          shape.type = cursor.Int32();
          break;
        case Varint(3):
          program_.numbers.push_back(cursor.Int64());
          break;
        case Len(3):
          AddPacked(cursor.View());
          break;
        case Len(4):
          parts_.push_back(cursor.View());
          break;
        case Len(5):
          layout = cursor.View();
          shape.has_layout = true;
          break;
        default:
          cursor.Skip();
      }
    }
    shape.dims.end = NumberCount();
    ReadLayout(layout, shape);
    shape.first_part = shape.end_part =
        static_cast<HloProgram::Row>(program_.shapes.size());
    if (shape.type == kHloTuple) {
      for (const std::string_view part : parts_) {
        open.push_back({part, shape.end_part++});
        program_.shapes.emplace_back();
      }
    }
    program_.shapes[at.row] = shape;
  }
}

void HloShapeReader::ReadLayout(std::string_view bytes,
                                HloProgram::Shape& shape) {
  std::vector<std::string_view> tiles;
  shape.order.first = NumberCount();
  WireCursor layout(bytes);
  while (layout.Next()) {
    switch (layout.field()) {
      case Varint(1):
        program_.numbers.push_back(layout.Int64());
        break;
      case Len(1):
        AddPacked(layout.View());
        break;
      case Len(6):
        tiles.push_back(layout.View());
        break;
      case Varint(7):
        shape.element_bits = layout.Int64();
        break;
      case Varint(8):
        shape.space = layout.Int64();
        break;
      default:
        layout.Skip();
    }
  }
  shape.order.end = shape.tiles.first = NumberCount();
  for (const std::string_view tile : tiles) ReadTile(tile);
  shape.tiles.end = NumberCount();
}

void HloShapeReader::ReadTile(std::string_view bytes) {
  const size_t count_at = program_.numbers.size();
  program_.numbers.push_back(0);
  WireCursor tile(bytes);
  while (tile.Next()) {
    if (tile.field() == Varint(1)) {
      program_.numbers.push_back(tile.Int64());
    } else if (tile.field() == Len(1)) {
      AddPacked(tile.View());
    } else {
      tile.Skip();
    }
  }
  program_.numbers[count_at] =
      static_cast<int64_t>(program_.numbers.size() - count_at - 1);
}

}  // namespace tfprof
