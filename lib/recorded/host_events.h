// SPDX-License-Identifier: Apache-2.0
// HostEvents: the events of host threads ("/host:CPU") of a recording. Times
// are picoseconds since the recording began.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/lists.h"

namespace tfprof {

struct HostEvents {
  static constexpr uint32_t kNone = Id<void>::kNone;

  // Rows of one thread are adjacent, in order of begin, the longest of equal
  // begins first, then in the order of the file. So a parent precedes its
  // children.
  struct Row {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
    uint32_t name = 0;        // of `names`
    uint32_t line = 0;        // of RecordedHost::lines
    uint32_t parent = kNone;  // the innermost event of the line around it
    uint32_t stats = kNone;   // of `stats`; kNone: it has none of them

    int64_t length_ps() const { return end_ps - begin_ps; }
  };

  // The classification of a name, computed once per name.
  struct Name {
    StringId text;
    bool is_python = false;        // "$train.py:12 step"
    bool is_pool = false;          // "ThreadpoolListener…"
    bool is_compile = false;       // a compiler begins (5.9)
    bool is_jit_call = false;      // "PjitFunction(f)", "PmapFunction(f)", …
    bool is_function_run = false;  // FunctionRun, SessionRun, RunGraph
    bool is_end = false;           // "end: NAME" of an instruction
    bool is_completion = false;    // "… (wait for completion)"
    bool is_operation = false;     // NAME:TYPE of TensorFlow (3.1)
    bool is_eager = false;         // "EagerLocalExecute: …"
    bool is_input = false;         // an iterator of the input pipeline (1.3)
  };

  // The numbers that an event has.
  enum Has : uint16_t {
    kRoot = 1,  // _r is not 0
    kStepNum = 2,
    kGroupId = 4,
    kRunId = 8,
    kCorrelationId = 16,
    kHloOp = 32,  // it is an instruction of XLA
    kDeviceOrdinal = 64,
    kTraced = 128,        // tf_function_call begins with "traced"
    kFunctionCall = 256,  // it has tf_function_call
  };

  struct Stats {
    uint16_t has = 0;
    int32_t device_ordinal = 0;
    // Links: this event starts what consumes (`_pt`, `_p`), or was started by
    // what produces (`_ct`, `_c`). Rows of `producers` and `consumers`.
    uint32_t produces = kNone;
    uint32_t consumes = kNone;
    int64_t step_num = 0;
    int64_t group_id = 0;
    int64_t run_id = 0;
    int64_t correlation_id = 0;
    StringId graph_type;  // invalid: not there

    bool Is(Has what) const { return (has & what) != 0; }
  };

  std::vector<Row> rows;
  std::vector<Name> names;
  std::vector<Stats> stats;
  // By link: the events that produce it, and that consume it, in their order.
  Lists<uint32_t> producers;
  Lists<uint32_t> consumers;

  size_t size() const { return rows.size(); }

  const Row& operator[](size_t row) const { return rows[row]; }

  const Name& NameOf(uint32_t row) const { return names[rows[row].name]; }

  // The stats of an event; empty ones if it has none.
  const Stats& StatsOf(uint32_t row) const {
    static constexpr Stats kNoStats;
    const uint32_t at = rows[row].stats;
    return at == kNone ? kNoStats : stats[at];
  }

  // The events that this one was started by.
  std::span<const uint32_t> ProducersOf(uint32_t row) const {
    const uint32_t link = StatsOf(row).consumes;
    return link == kNone ? std::span<const uint32_t>() : producers[link];
  }

  std::span<const uint32_t> ConsumersOf(uint32_t row) const {
    const uint32_t link = StatsOf(row).produces;
    return link == kNone ? std::span<const uint32_t>() : consumers[link];
  }
};

}  // namespace tfprof
