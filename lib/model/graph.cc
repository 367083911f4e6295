// SPDX-License-Identifier: Apache-2.0
#include "model/graph.h"

namespace tfprof {

namespace {

uint32_t AddDims(Graph& graph, const ShapeRecord& shape) {
  const auto row = static_cast<uint32_t>(graph.shape_dims.size());
  if (shape.unknown_rank()) {
    graph.shape_dims.Push(Graph::kUnknownRank);
    graph.shape_dims.EndRow();
  } else {
    graph.shape_dims.AddRow(shape.dims());
  }
  return row;
}

}  // namespace

std::string_view NodeOfInput(std::string_view input) {
  input = input.substr(0, input.find(':'));
  if (input.starts_with('^')) input.remove_prefix(1);
  return input;
}

std::string_view Graph::AttrOf(size_t node, std::string_view key) const {
  for (const Attr& attr : attrs[node]) {
    if (strings[attr.key] == key) return strings[attr.text];
  }
  return {};
}

void GraphBuilder::HandOn() {
  if (!take_ || graphs_.empty()) return;
  take_(std::move(graphs_.back()));
  graphs_.clear();
}

void GraphBuilder::BeginGraph(const GraphRecord& record) {
  HandOn();
  Graph& graph = graphs_.emplace_back();
  graph.origin = record.origin;
  graph.rest = record.rest;
  graph.library_rest = record.library_rest;
}

void GraphBuilder::AddNode(const NodeDefinition& node) {
  Add(node);
  ++graphs_.back().main_nodes;
}

void GraphBuilder::BeginFunction(const FunctionRecord& function) {
  Graph& graph = graphs_.back();
  const auto first = static_cast<uint32_t>(graph.size());
  graph.functions.push_back({graph.strings.Intern(function.name), first, first,
                             std::string(function.rest), false});
  for (const NamedAttr& attr : function.attrs) {
    if (attr.key == "_XlaMustCompile" && attr.text == "true") {
      graph.functions.back().must_compile = true;
    }
  }
}

void GraphBuilder::AddFunctionNode(const NodeDefinition& node) {
  if (parts_ == Parts::kOuterNodes) return;
  Add(node);
  ++graphs_.back().functions.back().end;
}

void GraphBuilder::Add(const NodeDefinition& node) {
  Graph& graph = graphs_.back();
  const NodeDetail& detail = *node.detail;
  graph.name.push_back(graph.strings.Intern(node.name));
  graph.op.push_back(graph.strings.Intern(node.op));
  graph.device.push_back(graph.strings.Intern(detail.device));
  for (const std::string_view input : node.inputs) {
    graph.inputs.Push(graph.strings.Intern(input));
  }
  graph.inputs.EndRow();
  graph.dtype.push_back(detail.dtype);
  Graph::Shape& shape = graph.shape.emplace_back();
  if (detail.shape) {
    shape = {true, detail.shape->unknown_rank(),
             AddDims(graph, ShapeRecord(detail.shape->dims()))};
  }
  graph.constant.push_back(-1);
  if (detail.value != nullptr) {
    graph.constant.back() = static_cast<int32_t>(graph.constants.size());
    graph.constants.push_back(*detail.value);
  }
  if (parts_ == Parts::kAll) {
    graph.definition.AddRow({detail.bytes.data(), detail.bytes.size()});
  }
  for (const ShapeRecord& output : node.output_shapes) {
    graph.output_shapes.Push(AddDims(graph, output));
  }
  graph.output_shapes.EndRow();
  for (const NamedAttr& attr : detail.attrs) {
    graph.attrs.Push(
        {graph.strings.Intern(attr.key), graph.strings.Intern(attr.text)});
  }
  graph.attrs.EndRow();
}

}  // namespace tfprof
