// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <tsl/robin_map.h>

#include "analysis/work/op_attrs.h"
#include "base/hash.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

// Collects the types and attributes of nodes in a step's partition graphs: the
// nodes that really ran. Of equal names the first counts.
class RanNodesSink final : public DumpSink {
 public:
  struct Node {
    StringId type;
    OpAttrs attrs;
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

 private:
  bool is_partition_ = false;
  StringPool strings_;
  tsl::robin_map<uint32_t, Node, IntHash> nodes_;  // by name
};

}  // namespace tfprof
