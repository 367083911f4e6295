// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"
#include "model/step_records.h"
#include "model/xspace/recording_sink.h"

namespace tfprof {

// Collects what the nodes of a graph take in, by their names without the
// numbers of bodies (WithoutInlineNumbers).
class NodeInputs final : public DumpSink {
 public:
  using Names = std::vector<std::string>;  // "^name" if only the order matters

  void AddNode(const NodeDefinition& node) override;

  // Null if the graph does not have the node.
  const Names* Of(std::string_view node) const {
    const auto found = inputs_.find(node);
    return found == inputs_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Names, std::less<>> inputs_;
};

// The stretches of recordings that are of `step`, or all if it `is_whole`, as
// its executions, each with its line and what released it. Instructions of XLA
// take in what their program says, other operations what `graph` says.
StepRecords StepRecordsOf(const Recordings& hosts, int64_t step, bool is_whole,
                          const NodeInputs& graph);

}  // namespace tfprof
