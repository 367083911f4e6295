// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/graph_decoder.h"

#include <string>

#include "base/room_for.h"
#include "wire/graph/attr_entry.h"

namespace tfprof {

namespace {

int64_t ReadDim(std::string_view bytes) {
  int64_t size = 0;
  WireCursor dim(bytes);
  while (dim.Next()) {
    if (dim.field() == Varint(1)) {
      size = dim.Int64();
    } else {
      dim.Skip();
    }
  }
  return size;
}

// The serialized fields of `message`, except those that `leave_out` accepts.
template <typename LeaveOut>
std::string Rest(std::string_view message, LeaveOut leave_out) {
  std::string rest;
  WireCursor cursor(message);
  while (cursor.Next()) {
    const char* const begin = cursor.field_at();
    const bool is_left_out = leave_out(cursor);
    if (!is_left_out) {
      cursor.Skip();
      rest.append(begin, cursor.at());
    }
  }
  return rest;
}

// GraphDef.versions.producer, 0 if it is not given. Up to 21 a placeholder of
// which no shape was known was written with that of a scalar.
int64_t ProducerOf(std::string_view rest) {
  return static_cast<int64_t>(LastVarint(LastValue(rest, 4), 1));
}

constexpr int64_t kLastWithScalarPlaceholders = 21;

// The limit of an expansion that the user did not ask for: it keeps the memory
// of an answer in proportion to the graph. A model whose functions are called
// once each uses a third of it.
FunctionExpansion::Limits LimitsFor(std::string_view graph_def) {
  return {.held = 12'000'000 + 6 * graph_def.size(),
          .work = 8'000'000 + 24 * graph_def.size()};
}

}  // namespace

void GraphDecoder::ReadGraphDef(std::string_view bytes,
                                GraphRecord::Origin origin) {
  bytes = progress_.WholeFields(bytes);
  if (is_detailed_) BeginGraph(bytes, origin);
  if (expands_ && ReadExpanded(bytes)) return;
  std::vector<std::string_view> libraries;
  WireCursor graph(bytes);
  while (graph.Next()) {
    progress_.Enter(graph.field_at());
    if (graph.field() == Len(1)) {
      AddNode(graph.View());
    } else if (wants_functions_ && graph.field() == Len(2)) {
      libraries.push_back(graph.View());
    } else {
      graph.Skip();
    }
  }
  for (const std::string_view library : libraries) {
    ReadLibrary(library, nullptr);
  }
}

void GraphDecoder::AddNode(std::string_view bytes) {
  const NodeDefinition node = ReadNode(bytes);
  if (marks_trainable_) trainable_.AddNode(node);
  sink_.AddNode(node);
}

bool GraphDecoder::ReadExpanded(std::string_view bytes) {
  FunctionExpansion expansion(bytes);
  if (!expansion.is_needed()) return false;
  if (!expands_at_any_cost_ && !expansion.Fits(LimitsFor(bytes))) {
    is_left_unexpanded_ = true;
    return false;
  }
  progress_.Enter(bytes.data());
  expansion.Run([&](std::string_view node) { AddNode(node); });
  unexpanded_ += expansion.unexpanded();
  is_too_large_ = is_too_large_ || expansion.is_too_large();
  if (!wants_functions_) return true;
  WireCursor graph(bytes);
  while (graph.Next()) {
    if (graph.field() == Len(2)) {
      ReadLibrary(graph.View(), is_detailed_ ? &expansion : nullptr);
    } else {
      graph.Skip();
    }
  }
  return true;
}

void GraphDecoder::BeginGraph(std::string_view bytes,
                              GraphRecord::Origin origin) {
  std::string library_rest;
  const std::string rest = Rest(bytes, [&](WireCursor& graph) {
    if (graph.field() == Len(2)) {
      library_rest += Rest(graph.View(), [](WireCursor& library) {
        if (library.field() != Len(1)) return false;
        library.Skip();
        return true;
      });
      return true;
    }
    if (graph.field() != Len(1)) return false;
    graph.Skip();
    return true;
  });
  is_scalar_unknown_ = ProducerOf(rest) <= kLastWithScalarPlaceholders;
  sink_.BeginGraph({origin, rest, library_rest});
}

// All functions except those that an expansion has put into the graph.
void GraphDecoder::ReadLibrary(std::string_view bytes,
                               const FunctionExpansion* expansion) {
  WireCursor library(bytes);
  while (library.Next()) {
    progress_.Enter(library.field_at());
    if (library.field() != Len(1)) {
      library.Skip();
      continue;
    }
    const std::string_view function = library.View();
    const std::string_view name = LastValue(LastValue(function, 1), 1);
    if (expansion == nullptr || !expansion->HasExpanded(name)) {
      ReadFunction(function);
    }
  }
}

void GraphDecoder::ReadFunction(std::string_view bytes) {
  std::string_view name;
  std::vector<std::string_view> nodes;
  std::vector<std::string_view> attrs;
  std::vector<std::string_view> values;
  const std::string rest = Rest(bytes, [&](WireCursor& function) {
    if (function.field() == Len(3)) {
      nodes.push_back(function.View());
      return true;
    }
    if (function.field() == Len(5)) {
      WireCursor copy = function;
      attrs.push_back(copy.View());
    }
    if (function.field() == Len(1)) {
      WireCursor copy = function;
      WireCursor signature(copy.View());
      while (signature.Next()) {
        if (signature.field() == Len(1)) {
          name = signature.View();
        } else if (signature.field() == Len(2) || signature.field() == Len(3)) {
          values.push_back(LastValue(signature.View(), 1));
        } else {
          signature.Skip();
        }
      }
    }
    return false;
  });
  sink_.BeginFunction({name, rest, definition_.ReadAttrs(attrs), values});
  for (const std::string_view node : nodes) {
    sink_.AddFunctionNode(ReadNode(node));
  }
}

void GraphDecoder::ReadMetaGraphDef(std::string_view bytes) {
  WireCursor meta_graph(bytes);
  while (meta_graph.Next()) {
    progress_.Enter(meta_graph.field_at());
    if (meta_graph.field() == Len(2)) {
      ReadGraphDef(progress_.Message(meta_graph));
    } else if (marks_trainable_ && meta_graph.field() == Len(4)) {
      trainable_.AddCollection(meta_graph.View());
    } else if (marks_trainable_ && meta_graph.field() == Len(7)) {
      trainable_.AddObjects(meta_graph.View());
    } else {
      meta_graph.Skip();
    }
  }
  MarkTrainable();
}

NodeDefinition GraphDecoder::ReadNode(std::string_view bytes) {
  NodeDefinition definition;
  inputs_.clear();
  attrs_.clear();
  functions_.clear();
  data_format_ = {};
  dims_.clear();
  shape_.Switch(Member::kNone);
  output_shapes_.Switch(Member::kNone);
  WireCursor node(bytes);
  while (node.Next()) {
    switch (node.field()) {
      case Len(1):
        definition.name = node.View();
        break;
      case Len(2):
        definition.op = node.View();
        break;
      case Len(3):
        inputs_.push_back(node.View());
        break;
      case Len(5): {
        const std::string_view attr = node.View();
        if (keeps_attrs_) attrs_.push_back(attr);
        ReadAttr(attr);
        break;
      }
      default:
        node.Skip();
    }
  }
  definition.inputs = inputs_;
  definition.attrs = attrs_;
  definition.functions = functions_;
  definition.data_format = data_format_;
  if (shape_.member == Member::kShape) {
    definition.shape = Record(shape_.shapes[0]);
  }
  if (output_shapes_.member == Member::kList) {
    records_.clear();
    MakeRoomFor(output_shapes_.shapes.size(), records_);
    for (const Shape& shape : output_shapes_.shapes) {
      records_.push_back(Record(shape));
    }
    definition.output_shapes = records_;
  }
  if (is_detailed_ && sink_.wants_detail_of(definition.op)) {
    definition.detail = definition_.Read(bytes, attrs_);
    const bool is_unknown = is_scalar_unknown_ && definition.shape &&
                            definition.op == "Placeholder" &&
                            definition.shape->dims().empty();
    definition_.SetShape(is_unknown ? ShapeRecord({}, true) : definition.shape);
  }
  return definition;
}

// An entry of NodeDef.attr. A later entry with the same key replaces an earlier
// one, while two values in one entry are merged.
void GraphDecoder::ReadAttr(std::string_view bytes) {
  const std::string_view key = LastValue(bytes, 1);
  if (key == "data_format") ReadDataFormat(bytes, data_format_);
  Attr* attr = nullptr;
  if (key == "shape") attr = &shape_;
  if (key == "_output_shapes") attr = &output_shapes_;
  if (attr != nullptr) attr->Switch(Member::kNone);
  // Values are used nowhere else, and most nodes have many.
  if (attr == nullptr && !wants_functions_) return;
  WireCursor entry(bytes);
  while (entry.Next()) {
    if (entry.field() != Len(2)) {
      entry.Skip();
      continue;
    }
    const std::string_view value = entry.View();
    if (wants_functions_) {
      const auto functions = FunctionsIn(value);
      functions_.insert(functions_.end(), functions.begin(), functions.end());
    }
    if (attr != nullptr) ReadAttrValue(value, *attr);
  }
}

void GraphDecoder::ReadAttrValue(std::string_view bytes, Attr& attr) {
  WireCursor value(bytes);
  while (value.Next()) {
    switch (value.field()) {
      case Len(1):
        attr.Switch(Member::kList);
        ReadShapeList(value.View(), attr.shapes);
        break;
      case Len(7):
        attr.Switch(Member::kShape);
        if (attr.shapes.empty()) attr.shapes.emplace_back();
        ReadShape(value.View(), attr.shapes[0]);
        break;
      case Len(2):
      case Varint(3):
      case Fixed32(4):
      case Varint(5):
      case Varint(6):
      case Len(8):
      case Len(9):
      case Len(10):
        attr.Switch(Member::kOther);
        value.Skip();
        break;
      default:
        value.Skip();
    }
  }
}

void GraphDecoder::ReadShapeList(std::string_view bytes,
                                 std::vector<Shape>& shapes) {
  constexpr size_t kLong = size_t{1} << 16;
  if (bytes.size() > kLong) MakeRoomFor(CountOf(Len(7), bytes), shapes);
  WireCursor list(bytes);
  while (list.Next()) {
    if (list.field() == Len(7)) {
      shapes.emplace_back();
      ReadShape(list.View(), shapes.back());
    } else {
      list.Skip();
    }
  }
}

// Appends to `shape`, whose dims move to the end of dims_ to stay contiguous.
void GraphDecoder::ReadShape(std::string_view bytes, Shape& shape) {
  // Usually it is already the last one, so a shape in many parts costs no more.
  const bool is_last = shape.begin + shape.size == dims_.size();
  const size_t begin = is_last ? shape.begin : dims_.size();
  for (size_t i = 0; !is_last && i < shape.size; ++i) {
    dims_.push_back(dims_[shape.begin + i]);
  }
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(2):
        dims_.push_back(ReadDim(cursor.View()));
        break;
      case Varint(3):
        shape.unknown_rank = cursor.Bool();
        break;
      default:
        cursor.Skip();
    }
  }
  if (dims_.size() - begin > UINT32_MAX) throw TooManyParts();
  shape.begin = begin;
  shape.size = static_cast<uint32_t>(dims_.size() - begin);
}

}  // namespace tfprof
