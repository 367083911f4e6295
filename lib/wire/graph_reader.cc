// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "proto/graph.pb.h"
#include "wire/attr_entry.h"
#include "wire/readers.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Emits the nodes of a graph. The vectors are kept from node to node, so that
// reading allocates nothing.
class GraphDecoder {
 public:
  GraphDecoder(Progress& progress, DumpSink& sink)
      : progress_(progress), sink_(sink) {}

  void ReadGraphDef(std::string_view bytes) {
    WireCursor graph(bytes);
    while (graph.Next()) {
      progress_.Enter(graph.field_at());
      if (graph.field() == Len(1)) {
        ReadNode(graph.View());
      } else {
        graph.Skip();
      }
    }
  }

  void ReadMetaGraphDef(std::string_view bytes) {
    WireCursor meta_graph(bytes);
    while (meta_graph.Next()) {
      progress_.Enter(meta_graph.field_at());
      if (meta_graph.field() == Len(2)) {
        ReadGraphDef(meta_graph.View());
      } else {
        meta_graph.Skip();
      }
    }
  }

 private:
  // A shape whose dims are those of dims_ from `begin` on, as many as counted.
  // Spans are made when dims_ has stopped growing.
  struct Shape {
    size_t begin = 0;
    size_t size = 0;
    bool unknown_rank = false;
  };

  // The member of an AttrValue that counts: the last one on the wire.
  enum class Member { kNone, kShape, kList, kOther };

  struct Attr {
    Member member = Member::kNone;
    std::vector<Shape> shapes;  // of the member

    void Switch(Member to) {
      if (member != to) shapes.clear();
      member = to;
    }
  };

  void ReadNode(std::string_view bytes) {
    NodeDefinition definition;
    inputs_.clear();
    attrs_.clear();
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
        case Len(5):
          attrs_.push_back(node.View());
          ReadAttr(attrs_.back());
          break;
        default:
          node.Skip();
      }
    }
    definition.inputs = inputs_;
    definition.attrs = attrs_;
    definition.data_format = data_format_;
    if (shape_.member == Member::kShape) {
      definition.shape = Record(shape_.shapes[0]);
    }
    if (output_shapes_.member == Member::kList) {
      records_.clear();
      for (const Shape& shape : output_shapes_.shapes) {
        records_.push_back(Record(shape));
      }
      definition.output_shapes = records_;
    }
    sink_.AddNode(definition);
  }

  ShapeRecord Record(const Shape& shape) const {
    return {{dims_.data() + shape.begin, shape.size}, shape.unknown_rank};
  }

  // An entry of NodeDef.attr. A later entry of the same key replaces it, while
  // a value that occurs twice in one entry is one in two parts.
  void ReadAttr(std::string_view bytes) {
    std::string_view key;
    values_.clear();
    WireCursor entry(bytes);
    while (entry.Next()) {
      switch (entry.field()) {
        case Len(1):
          key = entry.View();
          break;
        case Len(2):
          values_.push_back(entry.View());
          break;
        default:
          entry.Skip();
      }
    }
    if (key == "data_format") ReadDataFormat(bytes, data_format_);
    if (key != "shape" && key != "_output_shapes") return;
    Attr& attr = key == "shape" ? shape_ : output_shapes_;
    attr.Switch(Member::kNone);
    for (const std::string_view value : values_) ReadAttrValue(value, attr);
  }

  void ReadAttrValue(std::string_view bytes, Attr& attr) {
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

  void ReadShapeList(std::string_view bytes, std::vector<Shape>& shapes) {
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

  // Adds to `shape`, whose dims move to the end of dims_ to stay together.
  void ReadShape(std::string_view bytes, Shape& shape) {
    const size_t begin = dims_.size();
    for (size_t i = 0; i < shape.size; ++i) {
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
    shape.begin = begin;
    shape.size = dims_.size() - begin;
  }

  static int64_t ReadDim(std::string_view bytes) {
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

  Progress& progress_;
  DumpSink& sink_;
  std::vector<std::string_view> inputs_;
  std::vector<std::string_view> attrs_;
  std::string_view data_format_;
  std::vector<std::string_view> values_;
  std::vector<int64_t> dims_;
  Attr shape_;
  Attr output_shapes_;
  std::vector<ShapeRecord> records_;
};

void ReadFirstGraph(const Source& source, GraphDecoder& decoder,
                    Progress& progress, Diagnostics& diagnostics) {
  size_t graphs = 0;
  WireCursor saved_model(source.bytes.view());
  while (saved_model.Next()) {
    progress.Enter(saved_model.field_at());
    if (saved_model.field() != Len(2)) {
      saved_model.Skip();
    } else if (const std::string_view meta_graph = saved_model.View();
               ++graphs == 1) {
      decoder.ReadMetaGraphDef(meta_graph);
    }
  }
  if (graphs > 1) {
    diagnostics.Warn("several graphs",
                     fmt::format("{}: holds {} graphs, the first is used",
                                 source.path, graphs));
  }
}

}  // namespace

Status ReadGraph(const Source& source, DumpSink& sink, Diagnostics&) {
  return DecodeEitherForm<tensorflow::GraphDef>(
      source, UnknownFields::kRefuse, [&](const Source& binary) {
        return DecodeFile(binary, [&](Progress& progress) {
          GraphDecoder(progress, sink).ReadGraphDef(binary.bytes.view());
        });
      });
}

Status ReadMetaGraph(const Source& source, DumpSink& sink, Diagnostics&) {
  return DecodeEitherForm<tensorflow::MetaGraphDef>(
      source, UnknownFields::kSkip, [&](const Source& binary) {
        return DecodeFile(binary, [&](Progress& progress) {
          GraphDecoder(progress, sink).ReadMetaGraphDef(binary.bytes.view());
        });
      });
}

Status ReadSavedModel(const Source& source, DumpSink& sink,
                      Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::SavedModel>(
      source, UnknownFields::kSkip, [&](const Source& binary) {
        return DecodeFile(binary, [&](Progress& progress) {
          GraphDecoder decoder(progress, sink);
          ReadFirstGraph(binary, decoder, progress, diagnostics);
        });
      });
}

}  // namespace tfprof
