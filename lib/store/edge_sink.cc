// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "model/node_label.h"
#include "store/dump_writer.h"

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
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
    return a.dst != b.dst ? a.dst < b.dst : a.input < b.input;
  });
}

Status EdgeSink::Write(WriteQueue& queue) {
  TableWriter table(queue, "edges");
  for (const Edge& edge : edges_) {
    const bool is_control = edge.output == InputName::kControl;
    TFPROF_RETURN_IF_ERROR(table.Add(
        edge.src == Edge::kNoNode ? std::nullopt
                                  : std::optional<int64_t>(edge.src),
        is_control ? std::nullopt : std::optional<int64_t>(edge.output),
        edge.dst, edge.input, is_control));
  }
  edges_ = std::vector<Edge>();
  return table.Finish();
}

Status WriteStoredEdges(const Profile& profile, WriteQueue& queue) {
  TableWriter table(queue, "edges", TableWriter::Keys::kFirstCounts);
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    for (const InputEdge& edge : profile.nodes.inputs[node]) {
      TFPROF_RETURN_IF_ERROR(table.Add(
          edge.source.valid() ? std::optional<int64_t>(edge.source.value)
                              : std::nullopt,
          edge.output < 0 ? std::nullopt : std::optional<int64_t>(edge.output),
          node, edge.position, std::nullopt));
    }
  }
  return table.Finish();
}

}  // namespace tfprof
