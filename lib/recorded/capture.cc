// SPDX-License-Identifier: Apache-2.0
#include "recorded/capture.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// The last number in a file's name without its host's; empty without one.
std::string LastNumberOf(const RecordedHost& host) {
  std::string stem = host.file_stem;
  for (size_t at = 0; !host.host.empty();) {
    at = stem.find(host.host, at);
    if (at == stem.npos) break;
    stem.erase(at, host.host.size());
  }
  constexpr std::string_view kDigits = "0123456789";
  const size_t end = stem.find_last_of(kDigits) + 1;
  if (end == 0) return {};
  const size_t before = stem.find_last_not_of(kDigits, end - 1);
  const size_t first = before == stem.npos ? 0 : before + 1;
  return stem.substr(first, end - first);
}

// Ranks of the files of one host, which are in the order of their names.
std::vector<int64_t> RanksOf(const std::vector<const RecordedHost*>& files) {
  std::vector<int64_t> ranks;
  std::set<std::string> numbers;
  std::vector<int64_t> ids;
  for (const RecordedHost* file : files) {
    const std::string text = LastNumberOf(*file);
    const std::optional<int64_t> number = ParseInt64(text);
    if (number && numbers.insert(text).second) ranks.push_back(*number);
    if (file->process_id) ids.push_back(*file->process_id);
  }
  if (ranks.size() == files.size()) return ranks;
  ranks.clear();
  std::vector<int64_t> sorted = ids;
  std::sort(sorted.begin(), sorted.end());
  const bool has_ids =
      ids.size() == files.size() &&
      std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  for (size_t i = 0; i < files.size(); ++i) {
    const auto place =
        has_ids ? std::lower_bound(sorted.begin(), sorted.end(), ids[i]) -
                      sorted.begin()
                : static_cast<std::ptrdiff_t>(i);
    ranks.push_back(place);
  }
  return ranks;
}

void LabelProcesses(std::vector<RecordedProcess>& processes) {
  std::map<std::string, std::vector<size_t>> of_host;
  for (size_t i = 0; i < processes.size(); ++i) {
    of_host[processes[i].host->host].push_back(i);
  }
  for (const auto& [host, rows] : of_host) {
    if (rows.size() < 2) continue;
    std::vector<const RecordedHost*> files;
    for (const size_t row : rows) files.push_back(processes[row].host.get());
    const std::vector<int64_t> ranks = RanksOf(files);
    for (size_t i = 0; i < rows.size(); ++i) {
      processes[rows[i]].rank = ranks[i];
    }
  }
  for (RecordedProcess& process : processes) {
    process.label = process.host->host;
    if (process.rank) process.label += fmt::format("#{}", *process.rank);
    if (processes.size() > 1) process.prefix = "/" + process.label;
  }
  std::stable_sort(processes.begin(), processes.end(),
                   [](const RecordedProcess& a, const RecordedProcess& b) {
                     return std::tuple(a.host->host, a.rank.value_or(0)) <
                            std::tuple(b.host->host, b.rank.value_or(0));
                   });
}

// Pairs the steps of all processes by name and number.
void PairSteps(Capture& capture) {
  std::map<std::pair<std::string, int64_t>, uint32_t> rows;
  for (size_t i = 0; i < capture.processes.size(); ++i) {
    const std::vector<HostStep>& steps = capture.processes[i].steps.steps;
    for (uint32_t row = 0; row < steps.size(); ++row) {
      const HostStep& step = steps[row];
      const auto [found, is_new] =
          rows.try_emplace({step.name, step.number},
                           static_cast<uint32_t>(capture.steps.size()));
      if (is_new) {
        StepOfAll& added = capture.steps.emplace_back();
        added.name = step.name;
        added.number = step.number;
        added.step_of.assign(capture.processes.size(), kNoRow);
      }
      StepOfAll& of_all = capture.steps[found->second];
      of_all.step_of[i] = row;
      if (++of_all.processes == 1 || step.length_ps > of_all.length_ps) {
        of_all.length_ps = step.length_ps;
        of_all.length_is = step.length_is;
      }
      of_all.has_compiled = of_all.has_compiled || step.has_compiled;
      of_all.records += step.records;
    }
  }
  // The steps of one process are in order already.
  if (capture.processes.size() < 2) return;
  std::stable_sort(capture.steps.begin(), capture.steps.end(),
                   [](const StepOfAll& a, const StepOfAll& b) {
                     return std::tie(a.number, a.name) <
                            std::tie(b.number, b.name);
                   });
}

// The name with the most steps; among equals the longest in sum, then the last.
std::string DefaultName(const Capture& capture) {
  std::map<std::string_view, std::pair<uint64_t, int64_t>> names;
  for (const StepOfAll& step : capture.steps) {
    auto& [count, length_ps] = names[step.name];
    ++count;
    length_ps = WrapAdd(length_ps, step.length_ps);
  }
  std::tuple<uint64_t, int64_t, std::string_view> best;
  for (const auto& [name, sums] : names) {
    best = std::max(best, std::tuple(sums.first, sums.second, name));
  }
  return std::string(std::get<2>(best));
}

void AddNames(Capture& capture) {
  std::set<std::string> names;
  for (const StepOfAll& step : capture.steps) names.insert(step.name);
  for (const std::string& name : names) {
    std::vector<int64_t> lengths;
    for (const uint32_t row : capture.UsedSteps(name)) {
      lengths.push_back(capture.steps[row].length_ps);
    }
    std::sort(lengths.begin(), lengths.end());
    capture.names.push_back({name, lengths.size(), NearestRank(lengths, 50),
                             NearestRank(lengths, 90), NearestRank(lengths, 99),
                             lengths.back()});
  }
}

// Calls `take(device, self_ps)` for what belongs to a step: work, and
// operations of TensorFlow.
template <typename Take>
void ForEachSelfTime(const RecordedProcess& process, uint32_t step, Take take) {
  const RecordedHost& host = *process.host;
  for (const uint32_t row : process.steps.WorkOf(step)) {
    take(host.work[row].device, host.work[row].self_ps);
  }
  for (const uint32_t row : process.steps.OperationsOf(step)) {
    take(host.operations[row].device, host.operations[row].self_ps);
  }
}

}  // namespace

int64_t NearestRank(std::vector<int64_t> values, int percent) {
  if (!std::is_sorted(values.begin(), values.end())) {
    std::sort(values.begin(), values.end());
  }
  const size_t number =
      (values.size() * static_cast<size_t>(percent) + 99) / 100;
  return values[number == 0 ? 0 : number - 1];
}

std::vector<uint32_t> Capture::UsedSteps(std::string_view name) const {
  std::vector<uint32_t> all;
  std::vector<uint32_t> of_all;  // that all processes have
  std::vector<uint32_t> with_work;
  for (uint32_t row = 0; row < steps.size(); ++row) {
    if (steps[row].name != name) continue;
    all.push_back(row);
    if (steps[row].processes < processes.size()) continue;
    of_all.push_back(row);
    if (steps[row].records > 0) with_work.push_back(row);
  }
  std::vector<uint32_t> warm;
  for (size_t i = 1; i < of_all.size(); ++i) {
    const StepOfAll& step = steps[of_all[i]];
    const bool is_lost = step.records == 0 && !with_work.empty();
    if (!step.has_compiled && !is_lost) warm.push_back(of_all[i]);
  }
  if (!warm.empty()) return warm;
  if (!with_work.empty()) return with_work;
  return of_all.empty() ? all : of_all;
}

Capture MakeCapture(std::vector<std::shared_ptr<RecordedHost>> hosts,
                    const CaptureOptions& options) {
  Capture capture;
  capture.is_whole = options.as_one_step;
  for (std::shared_ptr<RecordedHost>& host : hosts) {
    const auto file = static_cast<uint32_t>(capture.processes.size());
    RecordedProcess& process = capture.processes.emplace_back();
    process.file = file;
    process.steps = options.as_one_step ? WholeAsStep(*host) : FindSteps(*host);
    for (uint32_t row = 0; row < host->devices.size(); ++row) {
      if (!host->devices[row].occupied.empty()) process.ran.push_back(row);
    }
    process.host = std::move(host);
  }
  LabelProcesses(capture.processes);
  PairSteps(capture);
  capture.default_name = DefaultName(capture);
  for (const uint32_t row : capture.UsedSteps(capture.default_name)) {
    capture.steps[row].is_used = true;
  }
  AddNames(capture);
  return capture;
}

std::vector<StepDeviceUse> UsesOf(const RecordedProcess& process,
                                  uint32_t step) {
  return UsesOf(process, step, process.ran);
}

std::vector<StepDeviceUse> UsesOf(const RecordedProcess& process, uint32_t step,
                                  std::span<const uint32_t> devices) {
  const RecordedHost& host = *process.host;
  const HostStep& window = process.steps.steps[step];
  std::vector<StepDeviceUse> uses;
  uses.reserve(devices.size());
  for (const uint32_t row : devices) {
    const RecordedDevice& device = host.devices[row];
    StepDeviceUse& use = uses.emplace_back();
    use.device = row;
    use.busy_ps = device.busy.LengthPsIn(window.begin_ps, window.end_ps());
    const int64_t occupied_ps =
        device.occupied.LengthPsIn(window.begin_ps, window.end_ps());
    use.waiting_ps = occupied_ps - use.busy_ps;
    use.idle_ps = window.length_ps - occupied_ps;
  }
  ForEachSelfTime(process, step, [&](uint32_t device, int64_t self_ps) {
    const auto found = std::lower_bound(devices.begin(), devices.end(), device);
    // A CPU beside an accelerator has no row.
    if (found == devices.end() || *found != device) return;
    StepDeviceUse& use = uses[static_cast<size_t>(found - devices.begin())];
    ++use.records;
    use.sum_ps = WrapAdd(use.sum_ps, self_ps);
  });
  return uses;
}

std::vector<uint32_t> DevicesOf(const RecordedProcess& process, uint32_t step) {
  std::vector<uint32_t> devices;
  ForEachSelfTime(process, step, [&](uint32_t device, int64_t /*self_ps*/) {
    if (!devices.empty() && devices.back() == device) return;
    if (std::binary_search(process.ran.begin(), process.ran.end(), device)) {
      devices.push_back(device);
    }
  });
  std::sort(devices.begin(), devices.end());
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  return devices;
}

StepRecordSums WorkOfStep(const RecordedProcess& process, uint32_t step) {
  StepRecordSums work;
  ForEachSelfTime(process, step, [&](uint32_t device, int64_t self_ps) {
    if (!std::binary_search(process.ran.begin(), process.ran.end(), device)) {
      return;
    }
    ++work.records;
    work.sum_ps = WrapAdd(work.sum_ps, self_ps);
  });
  return work;
}

std::optional<double> ShareOutsideOf(const RecordedProcess& process) {
  double outside = 0;
  double all = 0;
  const auto add = [&](uint32_t step, int64_t self_ps) {
    if (self_ps <= 0) return;
    all += static_cast<double>(self_ps);
    if (step == RecordedSteps::kOutside) {
      outside += static_cast<double>(self_ps);
    }
  };
  const RecordedHost& host = *process.host;
  for (size_t row = 0; row < host.work.size(); ++row) {
    add(process.steps.step_of_work[row], host.work.rows[row].self_ps);
  }
  for (size_t row = 0; row < host.operations.size(); ++row) {
    add(process.steps.step_of_operation[row], host.operations[row].self_ps);
  }
  if (all <= 0) return std::nullopt;
  return outside / all;
}

}  // namespace tfprof
