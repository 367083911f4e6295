// SPDX-License-Identifier: Apache-2.0
// A reader's data about work before clocks are moved, kernels clipped, and
// executions nested; and the functions that do so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// The properties of a row of RecordedHost::work besides its columns. There are
// as many as executions. Those of a CPU are numbers of its host event.
struct WorkExtra {
  int64_t host_begin_ps = 0;  // of a TPU: on the host's clock
  uint64_t id = 0;            // of a CUDA graph, or of a TPU's program
  bool has_id = false;

  // 0: none.
  uint64_t cuda_graph_id() const { return id; }

  std::optional<uint64_t> program_id() const {
    return has_id ? std::optional<uint64_t>(id) : std::nullopt;
  }
};

// The run of an instruction on a CPU, and its device as the file has it.
inline std::optional<int64_t> RunIdOf(const RecordedHost& host, uint32_t work) {
  const uint32_t event = host.work[work].event;
  if (event == kNoRow) return std::nullopt;
  const HostEvents::Stats& stats = host.events.StatsOf(event);
  return stats.Is(HostEvents::kRunId) ? std::optional<int64_t>(stats.run_id)
                                      : std::nullopt;
}

inline std::optional<int64_t> OrdinalOf(const RecordedHost& host,
                                        uint32_t work) {
  const HostEvents::Stats& stats = host.events.StatsOf(host.work[work].event);
  return stats.Is(HostEvents::kDeviceOrdinal)
             ? std::optional<int64_t>(stats.device_ordinal)
             : std::nullopt;
}

// An event of the line `XLA Modules` of a TPU.
struct ModuleEvent {
  uint32_t device = 0;
  StringId name;         // "jit_f(21)"
  int64_t begin_ps = 0;  // on the host's clock
  int64_t end_ps = 0;
  std::optional<TimeSpan> on_device;  // on the device's clock
  uint32_t link = kNoRow;  // the link that it consumes, of HostEvents
  uint32_t work = kNoRow;  // its own row of work, if these are what ran
};

// Beside RecordedHost::work, by row, and what else tells the runs.
struct WorkParts {
  std::vector<WorkExtra> extras;
  std::vector<ModuleEvent> modules;
  uint64_t impossible_events = 0;
  tsl::robin_map<int64_t, uint32_t, IntHash> row_of_group;

  // The row of RecordedHost::groups of a stat group_id.
  uint32_t GroupRow(RecordedHost& host, int64_t group) {
    const auto [found, is_new] =
        row_of_group.insert({group, static_cast<uint32_t>(host.groups.size())});
    if (is_new) host.groups.push_back(group);
    return found->second;
  }
};

// Times that no run has: longer, or further from the begin.
inline constexpr int64_t kMostWorkPs = 1'000'000'000'000'000'000;

inline bool IsPossibleTime(int64_t begin_ps, int64_t duration_ps) {
  return duration_ps >= 0 && duration_ps <= kMostWorkPs &&
         begin_ps <= kMostWorkPs && begin_ps >= -kMostWorkPs;
}

// The last end of the events "... (wait for completion)" of a run, by run_id
// and device_ordinal.
using RunEnds = std::map<std::pair<int64_t, int64_t>, int64_t>;

RunEnds FindRunEnds(const RecordedHost& host);

// Puts the runs of programs together, moves clocks, clips kernels, nests
// executions, and works out what devices were busy with. REQUIRES: work is
// there in the order of devices and lanes.
void FinishWork(RecordedHost& host, WorkParts& parts);

// The parts of FinishWork, in their order.
void MakeTpuRuns(RecordedHost& host, WorkParts& parts);
void MakeCpuRuns(RecordedHost& host, const RunEnds& ends);
void MoveClocks(RecordedHost& host);
void ClipKernels(RecordedHost& host, const WorkParts& parts);
void NestDevices(RecordedHost& host);

// Completes the work of threads: ends of instructions (4.6), operations of
// TensorFlow, and the busy time of CPUs.
void FinishThreads(RecordedHost& host, const RunEnds& ends);

}  // namespace tfprof
