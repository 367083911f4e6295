// SPDX-License-Identifier: Apache-2.0
// The runs of programs: of a TPU by its line `XLA Modules`, of a CPU by the
// run_id of instructions.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "recorded/work_parts.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

// A module event with the work that is its own.
struct OpenTpuRun {
  const ModuleEvent* event = nullptr;
  ProgramName name;
  std::vector<uint32_t> work;
};

// Gives each operation of a device to the last run that begins, on the host's
// clock, at or before it and has its program.
void AssignOperations(const std::vector<uint32_t>& rows, const WorkParts& parts,
                      std::vector<OpenTpuRun>& runs) {
  for (const uint32_t row : rows) {
    const WorkExtra& extra = parts.extras[row];
    auto after = std::upper_bound(runs.begin(), runs.end(), extra.host_begin_ps,
                                  [](int64_t at, const OpenTpuRun& run) {
                                    return at < run.event->begin_ps;
                                  });
    const auto has_other_program = [&](const OpenTpuRun& run) {
      return extra.has_id && run.name.id != extra.program_id() &&
             run.event->begin_ps == extra.host_begin_ps;
    };
    while (after != runs.begin() && has_other_program(*std::prev(after))) {
      --after;
    }
    if (after == runs.begin()) continue;
    OpenTpuRun& run = *std::prev(after);
    if (extra.host_begin_ps <= run.event->end_ps) run.work.push_back(row);
  }
}

// By link: its earliest producer.
std::vector<uint32_t> FirstProducers(const HostEvents& events) {
  std::vector<uint32_t> first(events.producers.size(), kNoRow);
  for (uint32_t link = 0; link < first.size(); ++link) {
    for (const uint32_t event : events.producers[link]) {
      if (first[link] == kNoRow ||
          events[event].begin_ps < events[first[link]].begin_ps) {
        first[link] = event;
      }
    }
  }
  return first;
}

// `launch`: the host event that enqueued it, or kNoRow.
void AddTpuRun(RecordedHost& host, const OpenTpuRun& open, uint32_t launch) {
  ProgramRun run;
  run.device = open.event->device;
  run.module = host.strings.Intern(open.name.module);
  if (open.event->on_device) {
    run.begin_ps = open.event->on_device->begin_ps;
    run.end_ps = open.event->on_device->end_ps;
  } else if (!open.work.empty()) {
    run.begin_ps = INT64_MAX;
    run.end_ps = INT64_MIN;
    for (const uint32_t row : open.work) {
      run.begin_ps = std::min(run.begin_ps, host.work[row].begin_ps);
      run.end_ps = std::max(run.end_ps, host.work[row].end_ps);
    }
  } else {
    run.begin_ps = open.event->begin_ps;
    run.end_ps = open.event->end_ps;
  }
  run.launch = launch;
  run.first = static_cast<uint32_t>(host.work_of_runs.size());
  host.work_of_runs.insert(host.work_of_runs.end(), open.work.begin(),
                           open.work.end());
  run.end = static_cast<uint32_t>(host.work_of_runs.size());
  for (const uint32_t row : open.work) {
    host.work.rows[row].run = static_cast<uint32_t>(host.runs.size());
  }
  host.runs.push_back(run);
}

}  // namespace

void MakeTpuRuns(RecordedHost& host, WorkParts& parts) {
  std::stable_sort(parts.modules.begin(), parts.modules.end(),
                   [](const ModuleEvent& a, const ModuleEvent& b) {
                     return std::tie(a.device, a.begin_ps, a.end_ps) <
                            std::tie(b.device, b.begin_ps, b.end_ps);
                   });
  std::vector<std::vector<uint32_t>> work_of_device(host.devices.size());
  for (uint32_t row = 0; row < host.work.size(); ++row) {
    const uint32_t device = host.work[row].device;
    if (host.devices[device].kind != DeviceKind::kTpu) continue;
    work_of_device[device].push_back(row);
  }
  if (parts.modules.empty()) return;
  const std::vector<uint32_t> launches = FirstProducers(host.events);
  for (auto next = parts.modules.begin(); next != parts.modules.end();) {
    const uint32_t device = next->device;
    std::vector<OpenTpuRun> runs;
    bool modules_are_work = false;
    for (; next != parts.modules.end() && next->device == device; ++next) {
      OpenTpuRun& run = runs.emplace_back();
      run.event = &*next;
      run.name = SplitProgramName(host.Text(next->name));
      if (next->work == kNoRow) continue;
      modules_are_work = true;
      run.work.push_back(next->work);
    }
    if (!modules_are_work) {
      AssignOperations(work_of_device[device], parts, runs);
    }
    const bool some_have_work =
        std::any_of(runs.begin(), runs.end(),
                    [](const OpenTpuRun& run) { return !run.work.empty(); });
    for (const OpenTpuRun& run : runs) {
      if (some_have_work && run.work.empty()) continue;
      const uint32_t link = run.event->link;
      AddTpuRun(host, run, link == kNoRow ? kNoRow : launches[link]);
    }
  }
}

RunEnds FindRunEnds(const RecordedHost& host) {
  RunEnds ends;
  for (uint32_t row = 0; row < host.events.size(); ++row) {
    const HostEvents::Stats& stats = host.events.StatsOf(row);
    if (!stats.Is(HostEvents::kRunId)) continue;
    if (!host.events.NameOf(row).is_completion) continue;
    const int64_t end_ps = host.events[row].end_ps;
    const auto [found, is_new] =
        ends.insert({{stats.run_id, stats.device_ordinal}, end_ps});
    if (!is_new) found->second = std::max(found->second, end_ps);
  }
  return ends;
}

namespace {

// The earliest event of the same run_id that begins before a run launched it.
void FindCpuLaunches(RecordedHost& host, size_t first_run) {
  std::map<int64_t, uint32_t> first_of_run;
  for (size_t i = first_run; i < host.runs.size(); ++i) {
    first_of_run.insert({*host.runs[i].run_id, kNoRow});
  }
  if (first_of_run.empty()) return;
  for (uint32_t row = 0; row < host.events.size(); ++row) {
    const HostEvents::Stats& stats = host.events.StatsOf(row);
    if (!stats.Is(HostEvents::kRunId) || stats.Is(HostEvents::kHloOp)) continue;
    const auto found = first_of_run.find(stats.run_id);
    if (found == first_of_run.end()) continue;
    uint32_t& first = found->second;
    if (first == kNoRow ||
        host.events[row].begin_ps < host.events[first].begin_ps) {
      first = row;
    }
  }
  for (size_t i = first_run; i < host.runs.size(); ++i) {
    ProgramRun& run = host.runs[i];
    const uint32_t first = first_of_run[*run.run_id];
    if (first != kNoRow && host.events[first].begin_ps <= run.begin_ps) {
      run.launch = first;
    }
  }
}

ProgramRun CpuRunOf(RecordedHost& host, uint32_t row, int64_t run_id,
                    const RunEnds& ends) {
  const Executions::Row& work = host.work[row];
  ProgramRun run;
  run.device = work.device;
  run.module = host.strings.Intern(
      ModuleOfProgram(host.Text(host.nodes[work.node].program)));
  run.begin_ps = work.begin_ps;
  run.end_ps = work.end_ps;
  run.run_id = run_id;
  const auto over = ends.find({run_id, OrdinalOf(host, row).value_or(0)});
  if (over != ends.end()) run.end_ps = std::max(run.end_ps, over->second);
  return run;
}

}  // namespace

void MakeCpuRuns(RecordedHost& host, const RunEnds& ends) {
  using RunKey = std::tuple<uint32_t, int64_t, uint32_t>;
  std::map<RunKey, uint32_t> run_of;
  std::vector<std::vector<uint32_t>> work;
  const auto first_run = static_cast<uint32_t>(host.runs.size());
  for (uint32_t row = 0; row < host.work.size(); ++row) {
    Executions::Row& it = host.work.rows[row];
    const auto run_id = RunIdOf(host, row);
    if (host.devices[it.device].is_accelerator() || !run_id || *run_id == -1) {
      continue;
    }
    const RunKey key{it.device, *run_id, host.nodes[it.node].program.value};
    const auto [found, is_new] =
        run_of.insert({key, static_cast<uint32_t>(host.runs.size())});
    if (is_new) {
      host.runs.push_back(CpuRunOf(host, row, *run_id, ends));
      work.emplace_back();
    }
    it.run = found->second;
    ProgramRun& run = host.runs[it.run];
    run.begin_ps = std::min(run.begin_ps, it.begin_ps);
    run.end_ps = std::max(run.end_ps, it.end_ps);
    work[it.run - first_run].push_back(row);
  }
  for (size_t i = 0; i < work.size(); ++i) {
    ProgramRun& run = host.runs[first_run + i];
    run.first = static_cast<uint32_t>(host.work_of_runs.size());
    host.work_of_runs.insert(host.work_of_runs.end(), work[i].begin(),
                             work[i].end());
    run.end = static_cast<uint32_t>(host.work_of_runs.size());
  }
  FindCpuLaunches(host, first_run);
}

}  // namespace tfprof
