// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "analysis/work/op_attrs.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

// Collects the types and attributes of nodes in a step's partition graphs: the
// nodes that really ran. The first of equal names counts.
class RanNodesSink final : public DumpSink {
 public:
  struct Node {
    StringId type;       // invalid: no such node
    uint32_t attrs = 0;  // a row of attrs_
  };

  GraphDetail graph_detail() const override {
    return GraphDetail::kDefinitions;
  }

  void BeginGraph(const GraphRecord& record) override {
    is_partition_ = record.origin == GraphRecord::Origin::kPartition;
  }

  void AddNode(const NodeDefinition& node) override;

  // Null if there is none.
  const Node* Find(std::string_view name) const;

  std::string_view TypeOf(const Node& node) const {
    return strings_[node.type];
  }

  const OpAttrs& AttrsOf(const Node& node) const { return attrs_[node.attrs]; }

 private:
  bool is_partition_ = false;
  StringPool strings_;
  std::vector<Node> nodes_;  // by name
  // Most nodes have the usual ones, the first row.
  std::deque<OpAttrs> attrs_ = std::deque<OpAttrs>(1);
};

}  // namespace tfprof
