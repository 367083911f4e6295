// SPDX-License-Identifier: Apache-2.0
// How busy each GPU was from its first to its last record of a step.
#include <algorithm>
#include <map>

#include "analysis/advise/checker.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

struct Use {
  int64_t start = 0;
  int64_t end = 0;
  int64_t busy = 0;
};

// By NodeId: the run of its last step, or kNoRow.
// tfprof: each node's own last step counts, so that the window of a device can
// span several.
std::vector<uint32_t> LastNodeSteps(const Profile& profile, bool of_one_step) {
  const NodeStepTable& runs = profile.node_steps;
  const auto step_of = [&](uint32_t run) {
    return profile.step_numbers[runs.step[run]];
  };
  std::vector<uint32_t> last(profile.nodes.size(), kNoRow);
  int64_t last_step = INT64_MIN;
  for (uint32_t run = 0; run < runs.size(); ++run) {
    uint32_t& of_node = last[runs.node[run].value];
    if (of_node == kNoRow || step_of(run) > step_of(of_node)) of_node = run;
    last_step = std::max(last_step, step_of(run));
  }
  if (!of_one_step) return last;
  for (uint32_t& run : last) {
    if (run != kNoRow && step_of(run) != last_step) run = kNoRow;
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

}  // namespace

Statements CheckAccelerators(const CheckerInput& input, Diagnostics&) {
  const Profile& profile = input.profile;
  const std::vector<uint32_t> runs =
      LastNodeSteps(profile, input.rules.one_last_step);
  std::map<std::string_view, Use> use_of;
  for (size_t node = 0; node < runs.size(); ++node) {
    const StringId device = profile.nodes.device[node];
    if (runs[node] == kNoRow || !device.valid()) continue;
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
