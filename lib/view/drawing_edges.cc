// SPDX-License-Identifier: Apache-2.0
#include "view/drawing_edges.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

using Edge = Drawing::Edge;

auto DrawnBetween(const Edge& edge) {
  return std::tuple(edge.from, edge.to, edge.is_control);
}

// Lists the edges one by one; a growing vector would hold them twice. Each
// carries the text of its input until LabelEdges.
std::vector<Edge> ListEdges(const Graph& graph, const InputSources& sources,
                            const std::vector<uint32_t>& item_of,
                            const Drawing& drawing) {
  const auto each = [&](const auto& take) {
    for (uint32_t node = 0; node < graph.main_nodes; ++node) {
      const uint32_t to = item_of[node];
      if (to == Drawing::kNone) continue;
      const bool is_scope = drawing.nodes[to].role == Drawing::Role::kScope;
      sources.Each(node, [&](uint32_t source, StringId input) {
        const uint32_t from = item_of[source];
        const bool is_inside = from == to && is_scope;
        if (from != Drawing::kNone && !is_inside) take(from, to, input);
      });
    }
  };
  size_t count = 0;
  each([&](uint32_t, uint32_t, StringId) { ++count; });
  std::vector<Edge> edges;
  edges.reserve(count);
  each([&](uint32_t from, uint32_t to, StringId input) {
    edges.push_back(
        {from, to, IsControl(graph.strings[input]), 1, input.value});
  });
  return edges;
}

// Merges edges between the same two items.
void JoinEdges(std::vector<Edge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return DrawnBetween(a) < DrawnBetween(b);
  });
  size_t kept = 0;
  for (const Edge& edge : edges) {
    if (kept > 0 && DrawnBetween(edges[kept - 1]) == DrawnBetween(edge)) {
      ++edges[kept - 1].count;
    } else {
      edges[kept++] = edge;
    }
  }
  edges.resize(kept);
}

void LeaveOutEdges(size_t most, Drawing& drawing) {
  std::vector<Edge>& edges = drawing.edges;
  if (edges.size() <= most) return;
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tuple(a.is_control, b.count, DrawnBetween(a)) <
           std::tuple(b.is_control, a.count, DrawnBetween(b));
  });
  drawing.left_out_edges = edges.size() - most;
  edges.resize(most);
}

int64_t OutputOfInput(std::string_view input) {
  const size_t colon = input.find(':');
  if (colon == std::string_view::npos) return 0;
  return ParseInt64(input.substr(colon + 1)).value_or(0);
}

// Labels edges, once for all that read the same output.
void LabelEdges(const Graph& graph, const InputSources& sources,
                Drawing& drawing) {
  std::vector<uint32_t> row_of(graph.strings.size(), Drawing::kNone);
  for (Edge& edge : drawing.edges) {
    const StringId input(std::exchange(edge.carried, 0));
    if (edge.count > 1) continue;
    uint32_t& row = row_of[input.value];
    if (row == Drawing::kNone) {
      const int64_t output = OutputOfInput(graph.strings[input]);
      std::string shape =
          edge.is_control ? "" : TextOfShape(graph, sources.Of(input), output);
      const bool is_plain = output <= 0 && shape.empty();
      row = is_plain ? 0 : static_cast<uint32_t>(drawing.carried.size());
      if (!is_plain) drawing.carried.push_back({output, std::move(shape)});
    }
    edge.carried = row;
  }
}

}  // namespace

InputSources::InputSources(const Graph& graph)
    : graph_(graph), source_of_(graph.strings.size(), Drawing::kNone) {
  std::unordered_map<std::string_view, uint32_t> row_of;
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    row_of.try_emplace(graph.NameOf(node), node);
  }
  for (size_t id = 0; id < source_of_.size(); ++id) {
    const auto found = row_of.find(NodeOfInput(graph.strings[StringId(id)]));
    if (found != row_of.end()) source_of_[id] = found->second;
  }
}

Lists<uint32_t> InputSources::FindUsers() const {
  std::vector<uint64_t> ends(graph_.main_nodes, 0);
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    Each(node, [&](uint32_t source, StringId) { ++ends[source]; });
  }
  uint64_t edges = 0;
  for (uint64_t& end : ends) edges += std::exchange(end, edges);
  // Each row's end starts at its beginning and moves while the row is filled.
  std::vector<uint32_t> users(edges);
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    Each(node,
         [&](uint32_t source, StringId) { users[ends[source]++] = node; });
  }
  return {std::move(users), ends};
}

size_t InputSources::CountMissing() const {
  size_t missing = 0;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    for (const StringId input : graph_.inputs[node]) {
      missing += Of(input) == Drawing::kNone ? 1 : 0;
    }
  }
  return missing;
}

std::string TextOfShape(const Graph& graph, uint32_t node, int64_t output) {
  const auto outputs = graph.output_shapes[node];
  if (output < 0 || static_cast<size_t>(output) >= outputs.size()) return "";
  std::string text;
  for (const int64_t dim :
       graph.shape_dims[outputs[static_cast<size_t>(output)]]) {
    if (dim < -1) return "";
    if (!text.empty()) text += 'x';
    text += dim < 0 ? "?" : fmt::format("{}", dim);
  }
  return text;
}

void ConnectItems(const Graph& graph, const InputSources& sources,
                  const std::vector<uint32_t>& item_of, size_t most,
                  Drawing& drawing) {
  drawing.edges = ListEdges(graph, sources, item_of, drawing);
  JoinEdges(drawing.edges);
  LeaveOutEdges(most, drawing);
  LabelEdges(graph, sources, drawing);
}

}  // namespace tfprof
