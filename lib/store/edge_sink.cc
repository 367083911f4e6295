// SPDX-License-Identifier: Apache-2.0
#include "model/node_label.h"
#include "store/dump_writer.h"

namespace tfprof {

namespace {

constexpr std::string_view kInsertEdge =
    "INSERT OR IGNORE INTO edges VALUES(?1, ?2, ?3, ?4, ?5)";

}  // namespace

Result<EdgeSink> EdgeSink::Make(const NodeFinder& nodes, Database& database) {
  TFPROF_ASSIGN_OR_RETURN(Query insert, database.Prepare(kInsertEdge));
  return EdgeSink(nodes, std::move(insert));
}

void EdgeSink::AddNode(const NodeDefinition& node) {
  if (!status_) return;
  const std::optional<int64_t> row = nodes_.Find(node.name);
  if (!row) return;
  const auto at = static_cast<size_t>(*row);
  if (is_known_.size() <= at) is_known_.resize(at + 1);
  if (is_known_[at]) return;
  is_known_[at] = true;
  uint32_t position = 0;
  for (const std::string_view text : node.inputs) {
    const InputName input = ParseInputName(text);
    const bool is_control = input.slot == InputName::kControl;
    status_ = insert_.Run(nodes_.Find(input.node),
                          is_control ? std::nullopt
                                     : std::optional<int64_t>(input.slot),
                          *row, position++, is_control);
    if (!status_) return;
  }
}

Status WriteStoredEdges(const Profile& profile, Database& database) {
  TFPROF_ASSIGN_OR_RETURN(Query insert, database.Prepare(kInsertEdge));
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    for (const InputEdge& edge : profile.nodes.inputs[node]) {
      TFPROF_RETURN_IF_ERROR(insert.Run(
          edge.source.valid() ? std::optional<int64_t>(edge.source.value)
                              : std::nullopt,
          edge.output < 0 ? std::nullopt : std::optional<int64_t>(edge.output),
          node, edge.position, std::nullopt));
    }
  }
  return {};
}

}  // namespace tfprof
