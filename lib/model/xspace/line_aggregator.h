// SPDX-License-Identifier: Apache-2.0
// What the events of a line add up to, once it is known which step each
// belongs to.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/once_per_text.h"
#include "base/strings.h"
#include "model/xspace/allocator.h"
#include "model/xspace/call_stack.h"
#include "model/xspace/execution.h"
#include "model/xspace/groups.h"
#include "model/xspace/memory_event.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"
#include "model/xspace/span_list.h"

namespace tfprof {

struct LineSums {
  // A row whose name alone does not say what it is. Texts are those of the
  // file.
  struct RowKey {
    uint32_t name = 0;    // of the event
    std::string_view op;  // of a kernel: the operation; else empty
    size_t hash = 0;      // of what is looked for

    bool operator==(const RowKey& other) const {
      return name == other.name && IsSameText(op, other.op);
    }
  };

  // Cells of one step that came one after the other.
  struct CellRun {
    int64_t step = Recording::kNoStep;
    uint32_t first = 0;  // it ends where the next run begins
  };

  // The marker of a step.
  struct Marker {
    SpanList::Span span;  // the longest
    std::string_view name;

    // tfprof: the longest of a step's markers is the step.
    void Take(const SpanList::Span& other) {
      if (other.end_ps - other.begin_ps > span.end_ps - span.begin_ps) {
        span = other;
      }
    }
  };

  std::vector<RowKey> rows;    // in order of their first execution that counts
  std::vector<bool> is_eager;  // by row

  // The call of Python that a row ran for, as Groups counts them.
  struct CalledFrom {
    int64_t begin_ps = std::numeric_limits<int64_t>::max();
    uint32_t call = CallTree::kNone;

    // Of the executions that have a call the first one counts.
    void Take(const CalledFrom& other) {
      if (other.call != CallTree::kNone && other.begin_ps < begin_ps) {
        *this = other;
      }
    }
  };

  std::vector<CalledFrom> called_from;  // by row
  ChunkedVector<Recording::Cell> cells;
  ChunkedVector<CellRun> cell_runs;
  SpanList parts;
  SpanList busy;
  std::vector<std::pair<int64_t, Marker>> markers;  // by step
  LineMemory memory;
  uint64_t events = 0;

  // From the first begin to the last end of what counts.
  int64_t begin_ps = std::numeric_limits<int64_t>::max();
  int64_t end_ps = std::numeric_limits<int64_t>::min();

  // The same of all that could count. Under TensorFlow's rules a device's span
  // is of all its events, counted from the begin of its line.
  bool has_span = false;
  int64_t first_ps = 0;
  int64_t last_ps = 0;
  int64_t self_ps = 0;
};

// Adds up a line. Events come as they came to LineLinker.
class LineAggregator final : private ExecutionSink {
 public:
  // `is_node` as NodeBits has it; its nodes and calls count on from
  // `first_node` and `first_call`. `in_order`: no event begins before the one
  // in front of it.
  struct Place {
    const XPlane& plane;
    const uint64_t* is_node = nullptr;
    uint32_t first_node = 0;
    uint32_t first_call = 0;
    size_t bytes = 0;  // of the line
    bool in_order = true;
    CallTree* calls = nullptr;  // as LineLinker made it; null if it has none
  };

  LineAggregator(const Place& place, const Groups& groups, bool has_devices);

  static constexpr RecordedStatSet kStats{
      RecordedStat::kAsync,        RecordedStat::kGroupId,
      RecordedStat::kStepName,     RecordedStat::kIsEager,
      RecordedStat::kTfOp,         RecordedStat::kShape,
      RecordedStat::kCorrelationId};

  void Add(const FileEvent& event);

  LineSums Finish();

 private:
  // What an event has to do with the steps.
  struct Belonging {
    int64_t step = Recording::kNoStep;
    bool is_eager = false;
    uint32_t call = CallTree::kNone;
    std::string_view step_name;
  };

  // A row that may have no counted execution yet: the number of a name, or,
  // above those, a row of other_rows_.
  using Candidate = uint32_t;

  uint32_t CallOf(const FileEvent& event, const EventName& name, uint32_t node);
  Belonging Belongs(const FileEvent& event, const EventName& name);
  void AddToHostStep(const FileEvent& event, const EventName& name,
                     const Belonging& of);
  void AddToDeviceStep(const FileEvent& event, const EventName& name,
                       const Belonging& of);
  void AddPart(const FileEvent& event, StepPart part, int64_t step);
  LineSums::Marker& MarkerOf(int64_t step);
  std::optional<LineSums::RowKey> RowOf(const FileEvent& event,
                                        const EventName& name) const;
  Candidate CandidateOf(LineSums::RowKey key);
  void AddExecution(const FileEvent& event, const LineSums::RowKey& key,
                    const Belonging& of);
  void Cover(int64_t begin_ps, int64_t end_ps);
  void Count(const Execution& execution) override;
  Recording::Cell& CellOf(uint32_t row, const Execution& execution);

  const Place place_;
  const Groups& groups_;
  const bool has_devices_;
  LineSums sums_;
  CallStack nest_;
  CallNest call_nest_;
  NodeBits::Reader is_node_;
  uint32_t next_node_ = 0;
  std::vector<Groups::Step>::const_iterator next_step_;
  ReferenceSelfTimes self_times_;  // of threads of the host
  std::vector<Execution> unordered_;

  struct RowHash {
    size_t operator()(const LineSums::RowKey& key) const;
  };

  size_t HashOf(std::string_view text) {
    return hashes_.Of(text, std::hash<std::string_view>());
  }

  // By name: the last row that its name alone does not identify.
  struct LastRow {
    LineSums::RowKey key;
    Candidate candidate = 0;
  };

  // Whether the names are few beside the events, so that each may have a place
  // here: of many lines with an event each it is not.
  bool IsDense() const { return place_.plane.names.size() <= place_.bytes; }

  uint32_t& RowOfCandidate(Candidate candidate);

  std::vector<LastRow> last_rows_;  // if it is dense
  tsl::robin_map<LineSums::RowKey, Candidate, RowHash> other_rows_;
  std::vector<LineSums::RowKey> other_keys_;
  OncePerText<size_t> hashes_;
  std::vector<uint32_t> row_of_;  // by candidate, if it is dense
  tsl::robin_map<Candidate, uint32_t, IntHash> few_rows_;  // else

  // By row: the cells of the last step and of none.
  struct LastCell {
    int64_t step = Recording::kNoStep;
    uint32_t cell = Id<void>::kNone;
    uint32_t of_none = Id<void>::kNone;
  };

  std::vector<LastCell> last_cells_;
  tsl::robin_map<int64_t, size_t, IntHash> step_rows_;
};

}  // namespace tfprof
