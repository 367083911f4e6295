// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "analysis/fleet/worker.h"
#include "base/hash.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/kernel_clock.h"
#include "model/transfer.h"

namespace tfprof {

// A span of time in which an operation ran, in ns.
struct WorkSpan {
  int64_t start = 0;
  int64_t end = 0;
  WorkKind kind = WorkKind::kOwn;
};

// Finds each step's length and the time of its parts: own work, where none runs
// input, where neither runs waiting. Functions that only call others count as
// own work where nothing else runs. Keeps the spans of the step being read, 24
// bytes a record.
class StepPartsSink final : public DumpSink {
 public:
  StepPartsSink();
  ~StepPartsSink() override;

  // By number. Steps without start times are left out.
  std::vector<Worker::Step> Finish();

  void AddNode(const NodeDefinition& node) override;

  void AddFunctionNode(const NodeDefinition& node) override { AddNode(node); }

  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;

  void AddRecording(const std::shared_ptr<const Recording>& recording) override;

  void AddStoredNode(const StoredNode& node) override;

 private:
  struct OpenStep;
  struct Line;

  Line& LineOf(OpenStep& step, std::string_view device);
  void Add(const ExecRecord& exec, WorkKind kind);
  void Close(OpenStep& open);
  void Keep(const Worker::Step& step);

  // Nodes that are not own work, by hash of their name.
  using Kinds = tsl::robin_map<uint64_t, WorkKind, IntHash>;

  Kinds kind_of_node_;
  StringPool devices_;
  std::map<int64_t, std::unique_ptr<OpenStep>> open_;
  OpenStep* step_ = nullptr;
  Line* line_ = nullptr;
  std::deque<Worker::Step> steps_;  // as they were read
};

}  // namespace tfprof
