// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/step_records.h"
#include "model/xspace/recording_sink.h"

namespace tfprof {

// Collects what the nodes of a graph take in, by their names without the
// numbers of bodies (WithoutInlineNumbers).
class NodeInputs final : public DumpSink {
 public:
  void AddNode(const NodeDefinition& node) override;

  // Texts of strings(): "^name" if only the order matters. Nothing if the graph
  // does not have the node.
  std::optional<std::span<const StringId>> Of(std::string_view node) const;

  const StringPool& strings() const { return strings_; }

 private:
  StringPool strings_;
  std::vector<uint32_t> row_of_;  // by name, from 1
  Lists<StringId> inputs_;
};

// The stretches of recordings that are of `step`, or all if it `is_whole`, as
// its executions, each with its line and what released it. Instructions of XLA
// take in what their program says, other operations what `graph` says.
StepRecords StepRecordsOf(const Recordings& hosts, int64_t step, bool is_whole,
                          const NodeInputs& graph);

}  // namespace tfprof
