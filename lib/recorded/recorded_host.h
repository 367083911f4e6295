// SPDX-License-Identifier: Apache-2.0
// RecordedHost: the content of one XSpace, the recording of one process. The
// tables are the same for JAX and TensorFlow, and for CPUs, GPUs and TPUs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/string_pool.h"
#include "model/recorded_needs.h"
#include "recorded/executions.h"
#include "recorded/host_events.h"

namespace tfprof {

struct HloProgram;

struct RecordedHost {
  // The use of a line; the words are those of `info`.
  enum class LineUse : uint8_t {
    kWork,      // its events are executions
    kDerived,   // it repeats work
    kCounters,  // samples of a device
    kHostThread,
    kNotKnown,
  };

  struct Line {
    uint32_t plane = 0;  // of `planes`
    int64_t id = 0;
    StringId name;
    LineUse use = LineUse::kNotKnown;
    uint64_t events = 0;
    // For a host thread: its rows of `events`, [first, end). Empty for others.
    uint32_t first = 0;
    uint32_t end = 0;
  };

  struct Plane {
    StringId name;
    uint32_t first_line = 0;  // its lines are [first_line, end_line)
    uint32_t end_line = 0;
  };

  // A stat that no rule reads.
  struct UnknownStat {
    StringId name;
    uint64_t events = 0;
  };

  // Something to be said about the file, `warnings` of the answer.
  struct Notice {
    std::string code;  // "events dropped"
    uint64_t count = 0;
    std::optional<int64_t> value_ps;
  };

  // An allocation or its end, as an allocator reports it.
  struct MemoryRecord {
    uint32_t event = kNoRow;  // of `events`: its time, line and group
    bool is_allocation = false;
    // The allocator's state after the event.
    int64_t reserved_bytes = 0;
    int64_t allocated_bytes = 0;
    int64_t available_bytes = 0;
    int64_t lifetime_peak_bytes = 0;
    double fragmentation = 0;  // share of 1
    // The tensor.
    int64_t requested_bytes = 0;
    int64_t bytes = 0;
    int64_t address = 0;
    int64_t dtype = 0;
    StringId op;  // stat tf_op, whole; invalid: not there, like those below
    StringId region;
    StringId shape;
    StringId allocator;  // its name, or its number as its name
  };

  // A transfer or collective of a TPU that runs beside its instructions, on the
  // device's clock. The texts tell its class; each may be invalid.
  struct AsyncWork {
    uint32_t device = 0;  // of `devices`
    StringId category;
    StringId instruction;
    StringId display_name;
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
  };

  // A program of the file with its shapes and buffers, run or not.
  struct CompiledProgram {
    uint64_t id = 0;
    std::shared_ptr<const HloProgram> program;
  };

  // The process.
  std::string host;       // hostnames[0], else the file's name
  std::string file_stem;  // the file's name up to ".xplane.pb"
  std::optional<int64_t> process_id;
  int64_t start_ns = 0;  // since 1970, what times count from; 0: not known

  StringPool strings;
  std::vector<std::string> errors;    // of the profiler
  std::vector<std::string> warnings;  // of the profiler
  // The versions of its recorder, "jax_version" to "0.10.2".
  std::map<std::string, std::string> versions;
  // The options of the profiler in words, "host_tracer_level 2"; empty if they
  // are not recorded.
  std::string profiler_options;
  bool is_python_traced = false;
  bool has_jit_calls = false;  // PjitFunction(…) or PmapFunction(…) is there

  std::vector<Plane> planes;
  std::vector<Line> lines;  // of all planes, in the order of the file
  std::vector<UnknownStat> unknown_stats;  // most events first, then by name
  std::vector<Notice> notices;

  std::vector<RecordedDevice> devices;
  std::vector<RecordedNode> nodes;
  std::vector<RecordedProgram> programs;  // in order of first use
  std::vector<CompiledProgram> compiled;  // by id, if asked for
  std::vector<ProgramRun> runs;           // by device, then by begin
  std::vector<uint32_t> work_of_runs;     // rows of `work`
  std::vector<int64_t> groups;            // distinct group_ids of `work`
  Executions work;
  std::vector<WorkDetail> details;           // each once
  std::vector<DeviceStepPart> device_steps;  // in order of begin
  HostEvents events;

  // Operations of TensorFlow on host threads, `NAME:TYPE` and lone
  // EagerLocalExecute: rows beside `work` whose self times are A.4's. Their
  // steps are those of their host events.
  struct Operation {
    uint32_t event = 0;   // of `events`
    uint32_t node = 0;    // of `nodes`
    uint32_t device = 0;  // of `devices`, a CPU
    bool is_eager = false;
    int64_t self_ps = 0;
  };

  std::vector<Operation> operations;
  bool has_operations = false;  // such events are there, work or not
  // Operations count in RecordedDevice::busy, as no accelerator has executions.
  bool has_busy_operations = false;

  // Calls of a function of JAX that lie in no other, in order of begin.
  std::vector<uint32_t> jit_calls;  // of `events`

  std::vector<MemoryRecord> memory;  // if asked for
  std::vector<AsyncWork> async_work;

  // An event of a line that is neither a host thread nor executions. Those of
  // a device are on its moved clock.
  struct OtherEvent {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
    StringId name;
  };

  // If asked for: line after line, a row for each event. One with a time that
  // no run has ends before it begins.
  std::vector<OtherEvent> other_events;

  std::span<const uint32_t> WorkOf(const ProgramRun& run) const {
    return std::span(work_of_runs).subspan(run.first, run.end - run.first);
  }

  std::string_view Text(StringId id) const {
    return id.valid() ? strings[id] : std::string_view();
  }

  // True if a node is of kernels that no operation is known to have launched.
  bool IsLoneKernel(const RecordedNode& node) const;

  // The events of all lines of a plane.
  uint64_t EventsOf(const Plane& plane) const;

  // `versions` in words, "jax 0.10.2".
  std::vector<std::string> VersionWords() const;

  // True if a GPU or TPU has an execution with a length.
  bool is_accelerated = false;

  // The row of a device, which is added if it is new.
  uint32_t DeviceRow(DeviceKind kind, int64_t number);

  // The same; kNoRow if there is no such device.
  uint32_t FindDevice(DeviceKind kind, int64_t number) const;

  // By kind and number. Rebuild it after sorting `devices`.
  std::map<std::pair<DeviceKind, int64_t>, uint32_t> row_of_device;

  void Note(std::string_view code, uint64_t count = 1,
            std::optional<int64_t> value_ps = {});
};

}  // namespace tfprof
