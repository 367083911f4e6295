// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/ran_nodes.h"

namespace tfprof {

void RanNodesSink::AddNode(const NodeDefinition& node) {
  if (!is_partition_) return;
  const StringId name = strings_.Intern(node.name);
  if (nodes_.contains(name.value)) return;
  Node ran{strings_.Intern(node.op), {}};
  for (const NamedAttr& attr : node.detail->attrs) {
    SetAttr(attr.key, attr.text, ran.attrs);
  }
  nodes_.emplace(name.value, std::move(ran));
}

const RanNodesSink::Node* RanNodesSink::Find(std::string_view name) const {
  const StringId id = strings_.Find(name);
  const auto found = id.valid() ? nodes_.find(id.value) : nodes_.end();
  return found == nodes_.end() ? nullptr : &found->second;
}

}  // namespace tfprof
