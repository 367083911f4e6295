// SPDX-License-Identifier: Apache-2.0
// The step-stats timeline: every record of a step as it was recorded, with the
// tensors it made and the arrows to who used them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/compact_column.h"
#include "base/lists.h"
#include "model/trace.h"

namespace tfprof {

// Sums of two recorded times or sizes do not wrap, as the reference's do not.
using WideInt = __int128;

// Which times operations have.
enum class OpTime : uint8_t {
  kSchedule,  // as recorded
  kGpu,       // of their kernels
  kAll,       // from their start to the end of their last kernel
};

struct TraceTimelineOptions {
  bool show_dataflow = true;
  bool show_memory = false;
  OpTime op_time = OpTime::kSchedule;
  bool labels = false;          // of rows
  bool lanes_by_start = false;  // Rules::plain_trace
  int64_t collapse_us = 0;      // shorter operations are joined

  friend bool operator==(const TraceTimelineOptions&,
                         const TraceTimelineOptions&) = default;
};

// What a record says of its operation.
struct TraceOp {
  std::string_view name;
  std::string_view op;
  std::vector<std::string_view> inputs;
};

// What is kept of a step that will be drawn. Its timeline takes several times
// as much, and steps may be many: it is made when it is written.
struct TracedStep {
  // A task of a chain through the step. Times are in ns.
  struct ChainPiece {
    std::string_view name;  // the op type
    std::string_view node;
    std::string_view link;  // why it follows the one before
    int64_t start = 0;
    int64_t busy = 0;       // until it let the next one go
    int64_t gap = 0;        // before its start
    int64_t lane_wait = 0;  // that its thread or stream was busy
    uint32_t record = kNoRecord;
  };

  static constexpr uint32_t kNoRecord = UINT32_MAX;

  // Drawn as a process of its own, and marked on its records.
  struct Chain {
    std::string title;
    size_t pieces = 0;
    // In order of start; made when it is written, of what found the path.
    std::function<ChainPiece(size_t piece)> piece;
  };

  TraceTimelineOptions options;
  uint32_t first_pid = 0;  // of the allocators
  std::string prefix;      // of the titles
  Trace trace;             // with the times that were asked for
  std::vector<Chain> chains;      // whose processes come after the others
  std::vector<uint32_t> on_path;  // of pages: records, ascending

  // Of the first chain.
  uint32_t chain_pid() const {
    return first_pid + 1 + 2 * static_cast<uint32_t>(trace.devices.size());
  }

  uint32_t end_pid() const {
    return chain_pid() + static_cast<uint32_t>(chains.size());
  }
};

// A step to be drawn, whose first process is `first_pid`.
TracedStep TracedStepOf(Trace trace, const TraceTimelineOptions& options,
                        uint32_t first_pid);

// The timeline of a step, which must outlive it.
struct TraceTimeline {
  // Of which there may be several a record: what else it has is with that.
  struct Tensor {
    uint32_t record = 0;  // that made it last
    uint32_t output = 0;  // of that record
    uint32_t id = 0;
    // The record that keeps it longest, or TracedStep::kNoRecord.
    uint32_t last_use = TracedStep::kNoRecord;
  };

  struct Flow {
    uint32_t tensor = 0;
    uint32_t from = 0;  // the record that made it
  };

  struct Sample {
    WideInt at = 0;
    WideInt bytes = 0;
  };

  // Operations of a lane, one after the other, shown as one.
  struct Group {
    uint32_t first = 0;  // the record that it stands at
    WideInt end = 0;
    int64_t count = 0;
    int64_t busy_us = 0;
  };

  static constexpr uint32_t kNoGroup = UINT32_MAX;

  struct Allocator {
    StringId name;
    std::vector<Sample> samples;
  };

  // What is looked at: the processes alone, and lanes if they have labels.
  enum class Parts : uint8_t { kProcesses, kAll };

  explicit TraceTimeline(const TracedStep& of_step, Parts parts = Parts::kAll);

  const TracedStep& step;
  const Trace& trace;
  const TraceTimelineOptions& options;
  // By device of the trace.
  std::vector<uint32_t> compute_pid;  // that of its tensors is the next one
  std::vector<bool> has_kernels;      // or copies, not operations
  // By record.
  CompactColumn<uint32_t> lane;
  CompactColumn<uint32_t> device;
  std::vector<uint32_t> group;  // or kNoGroup; empty if nothing is joined
  Lists<uint32_t> ids;          // of the tensors it made, as they were then
  Lists<Flow> flows;            // that end here
  std::vector<Tensor> tensors;
  std::vector<Allocator> allocators;
  std::vector<Group> groups;

  uint32_t GroupOf(size_t record) const {
    return group.empty() ? kNoGroup : group[record];
  }

  WideInt EndOf(size_t record) const {
    return WideInt{trace.start[record]} + trace.duration[record];
  }

  // That of its record, and from the second output on the output's number.
  std::string NameOf(const Tensor& tensor) const;

  const Trace::Output& OutputOf(const Tensor& tensor) const {
    return trace.outputs[tensor.record][tensor.output];
  }

  uint32_t PidOf(const Tensor& tensor) const {
    return compute_pid[device[tensor.record]] + 1;
  }

  int64_t CreatedAt(const Tensor& tensor) const {
    return trace.start[tensor.record];
  }

  // When its record and all who use it have ended.
  WideInt ReleasedAt(const Tensor& tensor) const;

  // Reads the label, or the name of a kernel.
  TraceOp OpOf(size_t record) const;
};

}  // namespace tfprof
