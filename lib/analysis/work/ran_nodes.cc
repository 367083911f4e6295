// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/ran_nodes.h"

namespace tfprof {

void RanNodesSink::AddNode(const NodeDefinition& node) {
  if (!is_partition_) return;
  const StringId name = strings_.Intern(node.name);
  if (name.value >= nodes_.size()) nodes_.resize(name.value + 1);
  Node& ran = nodes_[name.value];
  if (ran.type.valid()) return;
  ran.type = strings_.Intern(node.op);
  OpAttrs attrs;
  for (const NamedAttr& attr : node.detail->attrs) {
    SetAttr(attr.key, attr.text, attrs);
  }
  if (attrs == attrs_.front()) return;
  ran.attrs = static_cast<uint32_t>(attrs_.size());
  attrs_.push_back(std::move(attrs));
}

const RanNodesSink::Node* RanNodesSink::Find(std::string_view name) const {
  const StringId id = strings_.Find(name);
  if (!id.valid() || id.value >= nodes_.size()) return nullptr;
  const Node& node = nodes_[id.value];
  return node.type.valid() ? &node : nullptr;
}

}  // namespace tfprof
