// SPDX-License-Identifier: Apache-2.0
// Recording: what an XSpace says of one host, added up by step and by row.
// Times are picoseconds, and those at which something is count from the begin
// of the recording.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/chunked_vector.h"
#include "base/keyed_rows.h"
#include "base/ids.h"
#include "base/small_vector.h"
#include "base/string_pool.h"
#include "model/hlo/hlo_module.h"
#include "model/xspace/allocator.h"
#include "model/xspace/groups.h"
#include "model/xspace/self_time_slice.h"
#include "model/xspace/step_part.h"

namespace tfprof {

struct StepSeriesWords;

// Names that are so long are not read again for each of the rows that have them:
// many may have one.
inline constexpr size_t kLongName = 128;

struct Recording {
  static constexpr int64_t kNoStep = -1;

  // There may be very many that have nothing in them.
  struct Plane {
    StringId name;
    uint32_t lines = 0;
    uint64_t events = 0;
  };

  // What is wrong with events of a plane.
  struct Complaint {
    uint32_t plane = 0;
    uint64_t nameless_events = 0;
    uint64_t impossible_events = 0;  // with times that no run has; left out
  };

  // What rows run on: a host's threads together, a device's streams together.
  struct Device {
    enum class Kind : uint8_t { kHost, kGpu, kTpu };

    Kind kind = Kind::kHost;
    std::string name;     // "/device:gpu:0"
    uint64_t lines = 0;   // threads or streams
    int64_t idle_ps = 0;  // while it was recorded, between its rows
    bool is_used = true;  // something ran on it, and it counts as a device
  };

  enum class RowKind : uint8_t {
    kOperation,  // of TensorFlow, as its profiler names it
    kEager,      // an operation that ran eagerly, which has no event of its own
    kInstruction,  // of a program of XLA
    kKernel,       // of a device, with the operation that launched it
    kLoneKernel,   // of a device, launched by nobody who is known
  };

  struct Row {
    RowKind kind = RowKind::kOperation;
    uint32_t device = 0;
    bool is_eager = false;
    int64_t float_ops = 0;  // of one execution; 0 if the file does not say
    StringId name;    // of the node
    StringId type;    // of the operation
    StringId kernel;  // of a device: what ran
    // Of an instruction.
    StringId module;
    int64_t program = 0;
    uint32_t program_row = Id<void>::kNone;  // of programs, if it is there
    HloModule::Row instruction = HloModule::kNone;
    uint32_t call = Id<void>::kNone;  // that it ran for, a row of calls
  };

  // A call of a function in Python. Those that call it come before it.
  struct Call {
    static constexpr uint32_t kNone = Id<void>::kNone;

    uint32_t caller = kNone;  // a row of calls
    StringId file;            // without its folders
    StringId function;
    int32_t line = 0;         // where the function begins
    bool is_library = false;  // called by TensorFlow, Keras or JAX
  };

  // What ran of a row in a step. Of one step and row there may be several.
  struct Cell {
    int64_t total_ps = 0;
    int64_t self_ps = 0;
    uint32_t count = 0;
    uint32_t row = 0;
  };

  // Cells of one step that stand together: kNoStep of what belongs to none.
  struct CellRun {
    int64_t step = kNoStep;
    uint32_t first = 0;
    uint32_t end = 0;
  };

  // A compiled program, with the id that rows know it by.
  struct Program {
    std::optional<int64_t> id;
    std::shared_ptr<const HloModule> module;
  };

  struct Step {
    // Of a device: how long something ran on it during the step, and how much
    // ran.
    struct Use {
      uint32_t device = 0;
      int64_t busy_ps = 0;
      int64_t self_ps = 0;
      int64_t count = 0;
    };

    int64_t number = 0;
    int64_t begin_ps = 0;
    int64_t length_ps = 0;
    int64_t busy_ps = 0;
    PartTimes parts_ps;
    SmallVector<Use> devices;  // that something ran on, in their order

    int64_t BusyPsOf(uint32_t device) const;

    // As KeyedRows wants it.
    int64_t Key() const { return number; }

  };

  // Of the steps from one on, until the next name: steps may be very many, and
  // mostly have the same one.
  struct StepName {
    int64_t first_step = 0;
    std::string name;  // empty: their numbers
  };

  std::string host;
  // Its place among the files; 0 under the reference's rules, where recordings
  // are in the order of files.
  uint32_t file = 0;
  int64_t start_ns = 0;  // since 1970, what times count from; 0: not known
  StringPool strings;
  std::vector<std::string> errors;    // of the profiler
  std::vector<std::string> warnings;  // of the profiler
  // What recorded it, "jax 0.10.2", as far as the file says so.
  std::vector<std::string> versions;
  std::vector<Plane> planes;
  std::vector<Complaint> complaints;  // of few planes, in their order
  std::vector<Device> devices;
  std::vector<Row> rows;
  std::vector<Call> calls;  // those that rows ran for
  ChunkedVector<Cell> cells;       // by line
  std::vector<CellRun> cell_runs;  // by step
  GroupedBy grouped_by = GroupedBy::kNothing;
  KeyedRows<Step> steps;    // by number; empty if none is marked
  Step whole;               // the recording as one step, without parts
  std::deque<StepName> step_names;  // by first step
  // The same for all recordings of a run; null under the reference's rules.
  std::shared_ptr<const StepSeriesWords> series;
  std::vector<Allocator> allocators;
  std::vector<Program> programs;
  // Of the step that was asked for, or of all, by line.
  ChunkedVector<SelfTimeSlice> stretches;
  ChunkedVector<Handoff> hand_overs;

  std::string NameOf(const Step& step) const;

  // Steps are named in their order.
  void NameStep(int64_t step, std::string_view name);

  // The runs of cells that are of `step`.
  std::span<const CellRun> RunsOf(int64_t step) const;

  // Calls `take(cell)` for each of them.
  template <typename Take>
  void ForEachCell(std::span<const CellRun> runs, Take take) const {
    for (const CellRun& run : runs) {
      cells.ForEach(run.first, run.end, take);
    }
  }
};

}  // namespace tfprof
