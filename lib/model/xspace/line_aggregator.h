// SPDX-License-Identifier: Apache-2.0
// What the events of a line add up to, once it is known which step each
// belongs to.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
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
#include "model/xspace/self_time_slice.h"
#include "model/xspace/span_list.h"

namespace tfprof {

struct SumRules {
  bool regions = false;  // as Nest has them

  // Self times of whatever overlaps, rows of eager operations, of instructions
  // and of kernels that nobody launched. Without it rows are TensorFlow's own.
  bool all_rows = false;

  // Events without a length are no part of a step. TensorFlow's tools let them
  // last until the next end of their kind.
  bool instants_are_nothing = false;

  // Stretches and hand-overs of this step are kept; kNoStep: all of them.
  std::optional<int64_t> stretches_of;

  bool KeepsStretchesOf(int64_t step) const {
    return stretches_of &&
           (*stretches_of == Recording::kNoStep || *stretches_of == step);
  }
};

struct LineSums {
  // A row whose name alone does not say what it is. Texts are those of the
  // file.
  struct RowKey {
    Recording::RowKind kind = Recording::RowKind::kOperation;
    uint32_t name = 0;        // of the event
    std::string_view op;      // of the framework, or the instruction
    std::string_view module;  // of an instruction
    int64_t program = 0;
    size_t hash = 0;  // of what is looked for

    bool operator==(const RowKey& other) const {
      return kind == other.kind && name == other.name &&
             program == other.program && IsSameText(op, other.op) &&
             IsSameText(module, other.module);
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
  ChunkedVector<SelfTimeSlice> stretches;
  ChunkedVector<Handoff> hand_overs;
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
class LineAggregator final : public EventSink, private ExecutionSink {
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

  LineAggregator(const Place& place, const Groups& groups,
                 const SumRules& rules, bool has_devices);

  static constexpr StatKeys kStats{
      StatKey::kAsync,         StatKey::kGroupId,      StatKey::kStepName,
      StatKey::kIsEager,       StatKey::kTfOp,         StatKey::kHloOp,
      StatKey::kHloModule,     StatKey::kProgramId,    StatKey::kShape,
      StatKey::kCorrelationId, StatKey::kMemcpyDetails};

  // Those of hand-overs.
  static constexpr StatKeys kHandOverStats{
      StatKey::kProducerType, StatKey::kProducer, StatKey::kConsumerType,
      StatKey::kConsumer};

  void Add(const XEvent& event) override;

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

  uint32_t CallOf(const XEvent& event, const EventName& name, uint32_t node);
  Belonging Belongs(const XEvent& event, const EventName& name);
  void AddToHostStep(const XEvent& event, const EventName& name,
                     const Belonging& of);
  void AddToDeviceStep(const XEvent& event, const EventName& name,
                       const Belonging& of);
  void AddPart(const XEvent& event, StepPart part, int64_t step);
  LineSums::Marker& MarkerOf(int64_t step);
  std::optional<LineSums::RowKey> RowOf(const XEvent& event,
                                        const EventName& name) const;
  Candidate CandidateOf(LineSums::RowKey key);
  void AddExecution(const XEvent& event, const LineSums::RowKey& key,
                    const Belonging& of);
  void Cover(int64_t begin_ps, int64_t end_ps);
  void Count(const Execution& execution) override;
  void Ran(const Execution& execution, int64_t begin_ps,
           int64_t end_ps) override;
  void AddHandOvers(const XEvent& event, const EventName& name);
  Recording::Cell& CellOf(uint32_t row, const Execution& execution);

  const Place place_;
  const Groups& groups_;
  const SumRules rules_;
  const bool has_devices_;
  LineSums sums_;
  CallStack nest_;
  CallNest call_nest_;
  NodeBits::Reader is_node_;
  uint32_t next_node_ = 0;
  std::vector<Groups::Step>::const_iterator next_step_;
  std::unique_ptr<SelfTimes> self_times_;
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
