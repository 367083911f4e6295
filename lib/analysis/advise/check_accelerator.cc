// SPDX-License-Identifier: Apache-2.0
// How busy each GPU was from its first to its last record of a step.
#include <algorithm>
#include <map>

#include "analysis/advise/checker.h"
#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoRunRow = UINT32_MAX;

struct Use {
  int64_t start = 0;
  int64_t end = 0;
  int64_t busy = 0;
};

// By NodeId: the run of its last step, or kNoRunRow.
// tfprof: each node's own last step counts, so that the window of a device can
// span several.
std::vector<uint32_t> LastNodeSteps(const Profile& profile, bool of_one_step) {
  const NodeStepTable& runs = profile.node_steps;
  const auto step_of = [&](uint32_t run) {
    return profile.step_numbers[runs.step[run]];
  };
  std::vector<uint32_t> last(profile.nodes.size(), kNoRunRow);
  int64_t last_step = INT64_MIN;
  for (uint32_t run = 0; run < runs.size(); ++run) {
    uint32_t& of_node = last[runs.node[run].value];
    if (of_node == kNoRunRow || step_of(run) > step_of(of_node)) of_node = run;
    last_step = std::max(last_step, step_of(run));
  }
  if (!of_one_step) return last;
  for (uint32_t& run : last) {
    if (run != kNoRunRow && step_of(run) != last_step) run = kNoRunRow;
  }
  return last;
}

void Add(const Profile& profile, uint32_t run, Use& use) {
  const int64_t start = profile.node_steps.all_start_us[run];
  // tfprof: a start of 0 counts as not set.
  if (use.start == 0) {
    use.start = start;
  } else if (start != 0) {
    use.start = std::min(use.start, start);
  }
  use.end = std::max(use.end, profile.node_steps.latest_end_us[run]);
  use.busy = WrapAdd(use.busy, profile.node_steps.accelerator_us[run]);
}

// Of recordings: busy time over length, both summed over the steps, of each
// accelerator, whether or not anything ran on it.
Statements CheckRecordedAccelerators(const CheckerInput& input) {
  const StepTable& table = input.profile.step_table;
  std::vector<double> busy_ns(table.device_names.size());
  std::vector<double> length_ns(table.device_names.size());
  double all_ns = 0;  // of the steps
  std::vector<double> missed_ns(table.device_names.size());
  for (const StepTable::Step& step : table.steps) {
    const auto& used = table.series->used;
    const bool is_used =
        table.is_whole || input.are_steps_chosen ||
        std::binary_search(used.begin(), used.end(), step.step);
    if (!is_used) continue;
    const auto length = static_cast<double>(step.LengthNs());
    all_ns += length;
    for (const StepTable::Device& device : step.devices) {
      busy_ns[device.name] += static_cast<double>(device.time.busy_ns);
      length_ns[device.name] += static_cast<double>(device.length_ns);
      missed_ns[device.name] -= length;
    }
  }
  for (size_t i = 0; i < busy_ns.size(); ++i) {
    // A lone process has no row for a device that idles in a step.
    const bool is_lone = table.device_names[i].starts_with("/device:");
    if (is_lone) length_ns[i] += all_ns + missed_ns[i];
  }
  Statements statements;
  for (size_t i = 0; i < busy_ns.size(); ++i) {
    const std::string& name = table.device_names[i];
    if (name.find("/device:cpu:") != name.npos || length_ns[i] <= 0) continue;
    const double utilization = busy_ns[i] / length_ns[i];
    const bool is_low = utilization < input.Option("low");
    statements.push_back({fmt::format("device: {} {}utilization: {:.2f}",
                                      Printable(name), is_low ? "low " : "",
                                      utilization),
                          is_low});
  }
  return statements;
}

}  // namespace

Statements CheckAccelerators(const CheckerInput& input, Diagnostics&) {
  if (input.profile.step_table.series) return CheckRecordedAccelerators(input);
  const Profile& profile = input.profile;
  const std::vector<uint32_t> runs =
      LastNodeSteps(profile, input.rules.one_last_step);
  std::map<std::string_view, Use> use_of;
  for (size_t node = 0; node < runs.size(); ++node) {
    const StringId device = profile.nodes.device[node];
    if (runs[node] == kNoRunRow || !device.valid()) continue;
    const std::string_view name = profile.strings[device];
    // tfprof: other accelerators are not looked at.
    if (name.find("gpu") == std::string_view::npos) continue;
    Add(profile, runs[node], use_of[name]);
  }
  Statements statements;
  for (const auto& [device, use] : use_of) {
    const int64_t total = WrapAdd(use.end, WrapMultiply(use.start, -1));
    if (total <= 0) continue;
    // tfprof: overlapping kernels count twice, so the share may exceed 1.
    const double utilization =
        static_cast<double>(use.busy) / static_cast<double>(total);
    const bool is_low = utilization < input.Option("low");
    statements.push_back(
        {fmt::format("device: {} {}utilization: {:.2f}", device,
                     is_low ? "low " : "", utilization),
         is_low});
  }
  return statements;
}

}  // namespace tfprof
