// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/recorded_float_ops.h"

#include "analysis/work/formulas.h"
#include "model/profile_builder.h"
#include "model/xspace/recording.h"

namespace tfprof {

RecordedFloatOps::RecordedFloatOps(const WorkReport& graph) {
  for (size_t row = 0; row < graph.size(); ++row) {
    const NodeWork node = graph[row];
    if (node.float_ops) work_[node.node] = {node.type, *node.float_ops};
  }
}

void RecordedFloatOps::AddRecording(
    const std::shared_ptr<const Recording>& recording) {
  const StringPool& strings = recording->strings;
  for (const Recording::Row& row : recording->rows) {
    auto found = work_.find(strings[row.name]);
    if (found == work_.end()) {
      found = work_.find(WithoutInlineNumbers(strings[row.name]));
    }
    if (found == work_.end() || strings[row.type].empty()) continue;
    if (PlainType(strings[row.type]) != PlainType(found->second.type)) {
      work_.erase(found);
    }
  }
}

void RecordedFloatOps::SetIn(Profile& profile) const {
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    if (profile.nodes.float_ops[node] != 0) continue;
    const auto found = work_.find(profile.NameOf(NodeId(node)));
    if (found == work_.end()) continue;
    profile.nodes.float_ops.Set(node, found->second.float_ops);
  }
}

}  // namespace tfprof
