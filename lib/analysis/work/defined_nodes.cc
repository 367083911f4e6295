// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/defined_nodes.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

constexpr int kMostHops = 64;

constexpr std::array<std::string_view, 6> kHasShape = {
    "Placeholder", "PlaceholderV2", "PlaceholderWithDefault",
    "Variable",    "VariableV2",    "VarHandleOp"};

constexpr std::array<std::string_view, 7> kPassesOn = {
    "Identity", "StopGradient",   "Enter",          "RefEnter",
    "Snapshot", "ReadVariableOp", "PreventGradient"};

template <size_t n>
bool IsOneOf(std::string_view type,
             const std::array<std::string_view, n>& types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

DefinedNodes::DefinedNodes(const Graph& graph) : graph_(graph) {
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    const std::string_view name = graph.NameOf(node);
    nodes_.FindOrAdd(TextHash()(name), node, [&](uint32_t known) {
      return graph.NameOf(known) == name;
    });
  }
}

uint32_t DefinedNodes::Find(std::string_view name) const {
  return nodes_.Find(TextHash()(name), [&](uint32_t node) {
    return graph_.NameOf(node) == name;
  });
}

std::vector<DefinedNodes::Source> DefinedNodes::SourcesOf(uint32_t node) const {
  std::vector<Source> sources;
  for (const StringId input : graph_.inputs[node]) {
    const InputName name = ParseInputName(graph_.strings[input]);
    if (name.slot == InputName::kControl) continue;
    sources.push_back({Find(name.node), static_cast<size_t>(name.slot)});
  }
  return sources;
}

OpAttrs DefinedNodes::AttrsOf(uint32_t node) const {
  OpAttrs attrs;
  for (const Graph::Attr& attr : graph_.attrs[node]) {
    SetAttr(graph_.strings[attr.key], graph_.strings[attr.text], attrs);
  }
  return attrs;
}

ShapeView DefinedNodes::OwnShape(uint32_t node, int64_t output) const {
  const ShapeView shape = DeclaredShape(node, output);
  return shape.dims.size() > kMostDims ? ShapeView{} : shape;
}

ShapeView DefinedNodes::DeclaredShape(uint32_t node, int64_t output) const {
  const auto outputs = graph_.output_shapes[node];
  ShapeView shape;
  if (static_cast<uint64_t>(output) < outputs.size()) {
    const auto dims = graph_.shape_dims[outputs[static_cast<size_t>(output)]];
    shape = {dims, !Graph::IsUnknownRank(dims)};
  }
  if (shape.is_known()) return shape;
  const Constant* const value = graph_.ConstantOf(node);
  if (value != nullptr && graph_.OpOf(node) == "Const") {
    return {value->head.dims, value->is_decodable};
  }
  const Graph::Shape& attr = graph_.shape[node];
  if (attr.is_given && IsOneOf(graph_.OpOf(node), kHasShape)) {
    return {graph_.shape_dims[attr.dims], !attr.unknown_rank};
  }
  return shape;
}

ShapeView DefinedNodes::ShapeOf(std::string_view node, int64_t output) const {
  for (int hop = 0; hop < kMostHops; ++hop) {
    const uint32_t found = Find(node);
    if (found == kNone) return {};
    const ShapeView shape = OwnShape(found, output);
    if (shape.is_known() || !IsOneOf(graph_.OpOf(found), kPassesOn)) {
      return shape;
    }
    const auto inputs = graph_.inputs[found];
    if (inputs.empty()) return shape;
    const InputName first = ParseInputName(graph_.strings[inputs[0]]);
    if (first.slot == InputName::kControl) return shape;  // no more data
    node = first.node;
    output = 0;
  }
  return {};
}

}  // namespace tfprof
