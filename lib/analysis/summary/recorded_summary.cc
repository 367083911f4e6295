// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/recorded_summary.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/summary/thresholds.h"
#include "base/strings.h"
#include "model/step_selection.h"
#include "recorded/step_devices.h"

namespace tfprof {

namespace {

int64_t RoundedNanos(int64_t ps) { return (ps + (ps < 0 ? -500 : 500)) / 1000; }

// "ROCm" or "CUDA", as the calls that launch kernels are named; empty if
// neither is certain.
std::string_view MakerOf(const RecordedHost& host) {
  for (const RecordedNode& node : host.nodes) {
    if (host.Text(node.name).starts_with("__amd_rocclr")) return "ROCm";
  }
  for (const Executions::Row& row : host.work.rows) {
    if (row.launch == kNoRow) continue;
    const std::string_view call =
        host.Text(host.events.NameOf(row.launch).text);
    if (call.starts_with("hip")) return "ROCm";
    if (call.starts_with("cu")) return "CUDA";
  }
  return {};
}

std::string_view FrameworkOf(const RecordedHost& host) {
  const auto is_of_jax = [&](const auto& run) {
    const std::string_view module = host.Text(run.module);
    return module.starts_with("jit_") || module.starts_with("pmap_");
  };
  if (host.has_jit_calls || host.versions.contains("jax_version") ||
      std::any_of(host.programs.begin(), host.programs.end(), is_of_jax)) {
    return "JAX";
  }
  return host.has_operations ? "TensorFlow" : "";
}

// "8 GPUs", "/device:gpu:0"
std::string DevicesOf(const Capture& capture) {
  std::map<DeviceKind, std::vector<std::string>> devices;
  bool has_accelerator = false;
  for (const RecordedProcess& process : capture.processes) {
    for (const RecordedDevice& device : process.host->devices) {
      devices[device.kind].push_back(process.prefix + device.name);
      has_accelerator |= device.is_accelerator() && device.records > 0;
    }
  }
  // A CPU beside an accelerator that works is no device.
  if (has_accelerator) devices.erase(DeviceKind::kCpu);
  std::vector<std::string> words;
  for (const auto& [kind, names] : devices) {
    const std::string_view what = kind == DeviceKind::kCpu   ? "CPU devices"
                                  : kind == DeviceKind::kGpu ? "GPUs"
                                                             : "TPU cores";
    words.push_back(names.size() == 1
                        ? Printable(names[0])
                        : fmt::format("{} {}", names.size(), what));
  }
  return words.empty() ? "no device"
                       : fmt::format("{}", fmt::join(words, ", "));
}

// "calls of loss_fn"
std::string HowStepsWereTold(const Capture& capture) {
  const RecordedProcess& first = capture.processes.front();
  const std::string name = Printable(capture.default_name);
  switch (first.steps.steps_are) {
    case StepsAre::kMarkers:
      return "marks of the program";
    case StepsAre::kDeviceSteps:
      return "steps line of the device";
    case StepsAre::kRuns:
      return "runs of " + name;
    case StepsAre::kCalls:
      return "calls of " + (name.starts_with("jit_") ? name.substr(4) : name);
    case StepsAre::kWhole:
      break;
  }
  return "steps not told: the whole file";
}

// "30 kernels each", "28 to 30 operations each"; empty if none ran.
std::string RecordsEach(const Capture& capture,
                        const std::vector<uint32_t>& steps) {
  uint64_t least = UINT64_MAX, most = 0;
  for (const uint32_t row : steps) {
    least = std::min(least, capture.steps[row].records);
    most = std::max(most, capture.steps[row].records);
  }
  if (most == 0) return {};
  bool has_gpu = false;
  for (const RecordedProcess& process : capture.processes) {
    for (const RecordedDevice& device : process.host->devices) {
      has_gpu |= device.kind == DeviceKind::kGpu && device.records > 0;
    }
  }
  const std::string_view what = has_gpu ? "kernels" : "executions";
  return least == most ? fmt::format(", {} {} each", most, what)
                       : fmt::format(", {} to {} {} each", least, most, what);
}

class Describer {
 public:
  Describer(const Capture& capture, const std::vector<uint32_t>& steps,
            DumpSummary& summary)
      : capture_(capture), steps_(steps), summary_(summary) {}

  void AddTitle(const std::string& name);
  void AddAbout();
  void AddLengths();
  void AddDevices();
  void AddNames();

 private:
  bool IsWhole() const {
    return capture_.is_whole ||
           capture_.processes.front().steps.steps_are == StepsAre::kWhole;
  }

  const Capture& capture_;
  const std::vector<uint32_t>& steps_;
  DumpSummary& summary_;
};

void Describer::AddTitle(const std::string& name) {
  const RecordedHost& host = *capture_.processes.front().host;
  std::vector<std::string_view> by;
  for (const std::string_view word : {MakerOf(host), FrameworkOf(host)}) {
    if (!word.empty()) by.push_back(word);
  }
  const size_t count = std::count_if(
      capture_.steps.begin(), capture_.steps.end(), [&](const StepOfAll& step) {
        return step.name == capture_.default_name;
      });
  std::string of = DevicesOf(capture_);
  if (capture_.processes.size() > 1) {
    of = fmt::format("{} processes with {}", capture_.processes.size(), of);
  }
  if (!by.empty()) of += fmt::format(" ({})", fmt::join(by, ", "));
  if (IsWhole()) {
    summary_.title = fmt::format(
        "{}: a recording of {}, {}.", name, of,
        capture_.is_whole ? "as a whole" : HowStepsWereTold(capture_));
    return;
  }
  summary_.title = fmt::format(
      "{}: {} step{} of {}, {}{}.", name, count, count == 1 ? "" : "s", of,
      HowStepsWereTold(capture_), RecordsEach(capture_, steps_));
}

void Describer::AddAbout() {
  if (IsWhole() || steps_.empty()) {
    summary_.about.clear();
    return;
  }
  std::vector<int64_t> numbers;
  for (const uint32_t row : steps_) {
    numbers.push_back(capture_.steps[row].number);
  }
  std::sort(numbers.begin(), numbers.end());
  const std::string& name = capture_.steps[steps_.front()].name;
  summary_.about = fmt::format("Numbers are of {}{}", WordsOfSteps(numbers),
                               capture_.names.size() > 1
                                   ? fmt::format(" of '{}'", Printable(name))
                                   : "");
  const auto first =
      std::find_if(capture_.steps.begin(), capture_.steps.end(),
                   [&](const StepOfAll& step) { return step.name == name; });
  const auto row =
      static_cast<uint32_t>(std::distance(capture_.steps.begin(), first));
  const bool is_left_out =
      std::find(steps_.begin(), steps_.end(), row) == steps_.end();
  if (is_left_out) {
    summary_.about += fmt::format("; step {} was the first", first->number);
    const double times = summary_.step && summary_.step->median_ns > 0
                             ? static_cast<double>(first->length_ps) / 1000 /
                                   static_cast<double>(summary_.step->median_ns)
                             : 0;
    if (times >= kWorthAWord.slow_start) {
      summary_.about += fmt::format(" and took {:.1f} times the median", times);
    }
  }
  summary_.about += '.';
}

void Describer::AddLengths() {
  if (steps_.empty()) return;
  std::vector<int64_t> lengths;
  for (const uint32_t row : steps_) {
    lengths.push_back(capture_.steps[row].length_ps);
  }
  std::sort(lengths.begin(), lengths.end());
  DumpSummary::Lengths step;
  step.median_ns = RoundedNanos(NearestRank(lengths, 50));
  step.least_ns = RoundedNanos(lengths.front());
  step.most_ns = RoundedNanos(lengths.back());
  step.is_recording = IsWhole();
  if (step.most_ns > 0 || !IsWhole()) summary_.step = step;
}

// Means of a step that the device's process has.
void Describer::AddDevices() {
  double busy_ps = 0, length_ps = 0, sum_ps = 0;
  for (uint32_t i = 0; i < capture_.processes.size(); ++i) {
    const RecordedProcess& process = capture_.processes[i];
    std::vector<TimeSpan> windows;
    double steps_ps = 0;  // the lengths of all
    for (const uint32_t row : steps_) {
      const uint32_t step = capture_.steps[row].step_of[i];
      if (step == kNoRow) continue;
      const HostStep& window = process.steps.steps[step];
      windows.push_back({window.begin_ps, window.end_ps()});
      steps_ps += static_cast<double>(window.length_ps);
      sum_ps += static_cast<double>(WorkOfStep(process, step).sum_ps);
    }
    if (windows.empty()) continue;
    const std::span<const RecordedDevice> all = process.host->devices;
    std::vector<DumpSummary::Device> devices(all.size());
    const StepDevices pairs(windows, all);
    for (const auto& [window, row] : pairs.pairs()) {
      const auto [begin_ps, end_ps] = windows[window];
      const int64_t device_ps = all[row].busy.LengthPsIn(begin_ps, end_ps);
      const int64_t occupied_ps =
          all[row].occupied.LengthPsIn(begin_ps, end_ps);
      devices[row].busy_ps += static_cast<double>(device_ps);
      devices[row].waiting_ps += static_cast<double>(occupied_ps - device_ps);
    }
    for (const uint32_t row : process.ran) {
      DumpSummary::Device& device = devices[row];
      device.name = process.prefix + all[row].name;
      device.steps = static_cast<decltype(device.steps)>(windows.size());
      device.idle_ps = steps_ps - device.busy_ps - device.waiting_ps;
      busy_ps += device.busy_ps;
      length_ps += device.busy_ps + device.waiting_ps + device.idle_ps;
      summary_.devices.push_back(std::move(device));
    }
  }
  if (!summary_.step) return;
  if (length_ps > 0) summary_.step->busy_share = busy_ps / length_ps;
  if (busy_ps > 0) summary_.step->parallelism = sum_ps / busy_ps;
}

// Latencies matter where steps are calls, or have several names.
void Describer::AddNames() {
  if (IsWhole()) return;
  const bool are_calls =
      capture_.processes.front().steps.steps_are == StepsAre::kCalls;
  if (!are_calls && capture_.names.size() < 2) return;
  for (const StepNameRow& row : capture_.names) {
    summary_.step_names.push_back(
        {row.name, static_cast<int64_t>(row.steps), RoundedNanos(row.median_ps),
         RoundedNanos(row.p90_ps), RoundedNanos(row.p99_ps),
         RoundedNanos(row.most_ps)});
  }
}

}  // namespace

void DescribeRecording(const Capture& capture,
                       const std::vector<uint32_t>& steps,
                       const std::string& name, DumpSummary& summary) {
  Describer describer(capture, steps, summary);
  describer.AddLengths();
  describer.AddDevices();
  describer.AddTitle(name);
  describer.AddAbout();
  describer.AddNames();
}

}  // namespace tfprof
