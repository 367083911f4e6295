// SPDX-License-Identifier: Apache-2.0
// The step-stats timeline: every record of a step as it was recorded, with its
// tensors and arrows to their consumers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/lists.h"
#include "model/trace.h"

namespace tfprof {

// Sums of two recorded times or sizes do not wrap, as the reference's do not.
using WideInt = __int128;

// The times that operations are drawn with.
enum class OpTime : uint8_t {
  kSchedule,  // as recorded
  kGpu,       // of their kernels
  kAll,       // from their start to the end of the last kernel
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

// The parsed label of a record.
struct TraceOp {
  std::string_view name;
  std::string_view op;
  std::vector<std::string_view> inputs;
};

// The data of a step that will be drawn. Its timeline takes several times as
// much memory, and there may be many steps, so it is made when it is written.
struct TracedStep {
  // A task on the critical path of the step. Times are in ns.
  struct ChainPiece {
    std::string_view name;  // the op type
    std::string_view node;
    std::string_view link;  // why it follows the previous one
    int64_t start = 0;
    int64_t busy = 0;       // until it let the next task go
    int64_t wait = 0;       // before its start, for a stream
    int64_t gap = 0;        // before its start, the rest
    int64_t lane_wait = 0;  // time that its thread or stream was busy
    uint32_t record = kNoRecord;
  };

  static constexpr uint32_t kNoRecord = UINT32_MAX;

  // Drawn as a process of its own, and marked on its records.
  struct Chain {
    std::string title;
    size_t pieces = 0;
    // In order of start; made when it is written, from the path's own data.
    std::function<ChainPiece(size_t piece)> piece;
  };

  TraceTimelineOptions options;
  uint32_t first_pid = 0;         // of the allocators
  std::string prefix;             // of the titles
  Trace trace;                    // with the requested times
  std::vector<Chain> chains;      // their processes come after the others
  std::vector<uint32_t> on_path;  // for pages: records, ascending

  // The process of the first chain.
  uint32_t chain_pid() const {
    return first_pid + 1 + 2 * static_cast<uint32_t>(trace.devices.size());
  }

  uint32_t end_pid() const {
    return chain_pid() + static_cast<uint32_t>(chains.size());
  }
};

// Prepares a step for drawing; its first process is `first_pid`.
TracedStep TracedStepOf(Trace trace, const TraceTimelineOptions& options,
                        uint32_t first_pid);

// The timeline of a step, which must outlive the timeline.
struct TraceTimeline {
  // A tensor; there may be several per record, which has the other data.
  struct Tensor {
    uint32_t record = 0;  // the last producer
    uint32_t output = 0;  // index of the producer's output
    uint32_t id = 0;
    // The record that uses it longest, or TracedStep::kNoRecord.
    uint32_t last_use = TracedStep::kNoRecord;
  };

  struct Flow {
    uint32_t tensor = 0;
    uint32_t from = 0;  // the producer
  };

  struct Sample {
    WideInt at = 0;
    WideInt bytes = 0;
  };

  // Consecutive operations of a lane that are drawn as one.
  struct Group {
    uint32_t first = 0;  // the record at its position
    WideInt end = 0;
    int64_t count = 0;
    int64_t busy_us = 0;
  };

  static constexpr uint32_t kNoGroup = UINT32_MAX;

  struct Allocator {
    StringId name;
    std::vector<Sample> samples;
  };

  // The parts to lay out: processes alone, or lanes and labels as well.
  enum class Parts : uint8_t { kProcesses, kAll };

  explicit TraceTimeline(const TracedStep& of_step, Parts parts = Parts::kAll);

  const TracedStep& step;
  const Trace& trace;
  const TraceTimelineOptions& options;
  // By device of the trace.
  std::vector<uint32_t> compute_pid;  // that of its tensors is the next one
  std::vector<bool> has_kernels;      // or copies, not operations
  // By record.
  Column<uint32_t> lane;
  Column<uint32_t> device;
  std::vector<uint32_t> group;  // or kNoGroup; empty if nothing is joined
  Lists<uint32_t> ids;          // its tensors, with their numbers at that time
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

  // The name of its record; from the second output on with the output's number.
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

  // The time at which its record and all its consumers have ended.
  WideInt ReleasedAt(const Tensor& tensor) const;

  // Parses the label, or the name of a kernel.
  TraceOp OpOf(size_t record) const;
};

}  // namespace tfprof
