// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"
#include "wire/graph/definition_reader.h"
#include "wire/graph/function_expansion.h"
#include "wire/graph/trainable.h"
#include "wire/intake/format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// Emits the nodes of graphs. Vectors are reused from node to node, so reading
// does not allocate. Throws protozero's exceptions.
class GraphDecoder {
 public:
  GraphDecoder(Progress& progress, DumpSink& sink,
               Expansion expansion = Expansion::kNone,
               bool marks_trainable = false)
      : progress_(progress),
        sink_(sink),
        definition_(sink.graph_detail()),
        wants_functions_(sink.graph_detail() >= GraphDetail::kFunctions),
        is_detailed_(sink.graph_detail() >= GraphDetail::kDefinitions),
        keeps_attrs_(is_detailed_ || sink.wants_attrs()),
        expands_(expansion >= Expansion::kForAll ||
                 (expansion == Expansion::kForViews && !is_detailed_)),
        expands_at_any_cost_(expansion == Expansion::kAlways),
        marks_trainable_(marks_trainable) {}

  void ReadGraphDef(std::string_view bytes,
                    GraphRecord::Origin origin = GraphRecord::Origin::kDefined);

  void ReadMetaGraphDef(std::string_view bytes);

  // Marks the trainable variables of what was read, if that is asked for.
  void MarkTrainable() const {
    if (marks_trainable_) trainable_.Mark(sink_);
  }

  // For functions: the number of calls left unexpanded, and whether their nodes
  // exceed the limit.
  uint64_t unexpanded() const { return unexpanded_; }

  bool is_too_large() const { return is_too_large_; }

  // True if functions were left unexpanded because the graph would become many
  // times larger.
  bool is_left_unexpanded() const { return is_left_unexpanded_; }

 private:
  // A shape: dims_ from `begin` on, with its count. Spans are made after dims_
  // has stopped growing.
  struct Shape {
    size_t begin = 0;
    uint32_t size = 0;
    bool unknown_rank = false;
  };

  // The member of an AttrValue that counts: the last one in the message.
  enum class Member { kNone, kShape, kList, kOther };

  struct Attr {
    Member member = Member::kNone;
    std::vector<Shape> shapes;  // of the member

    void Switch(Member to) {
      if (member != to) shapes.clear();
      member = to;
    }
  };

  // Passes on the details that a sink gets before the nodes.
  void BeginGraph(std::string_view bytes, GraphRecord::Origin origin);
  // False if there is nothing to expand, or far too much.
  bool ReadExpanded(std::string_view bytes);
  void ReadLibrary(std::string_view bytes, const FunctionExpansion* expansion);
  void ReadFunction(std::string_view bytes);
  void AddNode(std::string_view bytes);

  // Decodes a NodeDef; valid until the next call.
  NodeDefinition ReadNode(std::string_view bytes);
  void ReadAttr(std::string_view bytes);
  void ReadAttrValue(std::string_view bytes, Attr& attr);
  void ReadShapeList(std::string_view bytes, std::vector<Shape>& shapes);
  void ReadShape(std::string_view bytes, Shape& shape);

  ShapeRecord Record(const Shape& shape) const {
    return ShapeRecord({dims_.data() + shape.begin, size_t{shape.size}},
                       shape.unknown_rank);
  }

  Progress& progress_;
  DumpSink& sink_;
  DefinitionReader definition_;
  const bool wants_functions_;
  const bool is_detailed_;
  const bool keeps_attrs_;
  const bool expands_;
  const bool expands_at_any_cost_;
  const bool marks_trainable_;
  bool is_scalar_unknown_ = false;  // of placeholders: see ProducerOf
  TrainableVariables trainable_;
  uint64_t unexpanded_ = 0;
  bool is_too_large_ = false;
  bool is_left_unexpanded_ = false;
  std::vector<std::string_view> inputs_;
  std::vector<std::string_view> attrs_;
  std::vector<std::string_view> functions_;
  std::string_view data_format_;
  std::vector<int64_t> dims_;
  Attr shape_;
  Attr output_shapes_;
  std::vector<ShapeRecord> records_;
};

}  // namespace tfprof
