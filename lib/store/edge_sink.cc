// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "model/node_label.h"
#include "store/dump_writer.h"
#include "store/stable_order.h"

namespace tfprof {

void EdgeSink::AddNode(const NodeDefinition& node) {
  const std::optional<int64_t> row = nodes_.Find(node.name);
  if (!row) return;
  const auto dst = static_cast<uint32_t>(*row);
  if (is_known_.size() <= dst) is_known_.resize(dst + 1);
  if (is_known_[dst]) return;
  is_known_[dst] = true;
  uint32_t position = 0;
  for (const std::string_view text : node.inputs) {
    const InputName input = ParseInputName(text);
    const std::optional<int64_t> src = nodes_.Find(input.node);
    edges_.push_back({dst, position++,
                      src ? static_cast<uint32_t>(*src) : Edge::kNoNode,
                      input.slot});
  }
}

void EdgeSink::Sort() {
  // Those of a node stand in their order.
  std::vector<Edge> sorted;
  sorted.reserve(edges_.size());
  for (const uint32_t edge :
       StableOrder(edges_.size(), nodes_.size(),
                   [this](size_t row) { return edges_[row].dst; })) {
    sorted.push_back(edges_[edge]);
  }
  edges_ = std::move(sorted);
  by_source_ = StableOrder(edges_.size(), nodes_.size() + 1,
                           [this](size_t row) { return edges_[row].src + 1; });
}

Status EdgeSink::Write(FilledDatabase& file) {
  // The columns of the key come first.
  TableWriter table(file, "edges", TableWriter::Keys::kInRow);
  for (const Edge& edge : edges_) {
    const bool is_control = edge.output == InputName::kControl;
    TFPROF_RETURN_IF_ERROR(table.Add(
        edge.dst, edge.input,
        edge.src == Edge::kNoNode ? std::nullopt
                                  : std::optional<int64_t>(edge.src),
        is_control ? std::nullopt : std::optional<int64_t>(edge.output),
        is_control));
  }
  TFPROF_RETURN_IF_ERROR(table.Finish());
  IndexWriter<3> by_source(file, "edges_by_src");
  for (const uint32_t row : by_source_) {
    const Edge& edge = edges_[row];
    TFPROF_RETURN_IF_ERROR(by_source.AddInOrder(
        {edge.src == Edge::kNoNode ? by_source.kNull : int64_t{edge.src},
         edge.dst, edge.input}));
  }
  edges_ = std::vector<Edge>();
  by_source_ = std::vector<uint32_t>();
  return by_source.Finish();
}

Status WriteStoredEdges(const Profile& profile, FilledDatabase& file) {
  TableWriter table(file, "edges", TableWriter::Keys::kInRow);
  IndexWriter<3> by_source(file, "edges_by_src");
  std::vector<InputEdge> inputs;
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    // Of inputs with one position the first counts.
    const auto all = profile.nodes.inputs[node];
    inputs.assign(all.begin(), all.end());
    std::ranges::stable_sort(inputs, {}, &InputEdge::position);
    const auto again = std::unique(
        inputs.begin(), inputs.end(),
        [](const auto& a, const auto& b) { return a.position == b.position; });
    inputs.erase(again, inputs.end());
    for (const InputEdge& edge : inputs) {
      TFPROF_RETURN_IF_ERROR(table.Add(
          node, edge.position,
          edge.source.valid() ? std::optional<int64_t>(edge.source.value)
                              : std::nullopt,
          edge.output < 0 ? std::nullopt : std::optional<int64_t>(edge.output),
          std::nullopt));
      TFPROF_RETURN_IF_ERROR(by_source.Add(
          {edge.source.valid() ? int64_t{edge.source.value} : by_source.kNull,
           node, edge.position}));
    }
  }
  TFPROF_RETURN_IF_ERROR(table.Finish());
  return by_source.Finish();
}

}  // namespace tfprof
