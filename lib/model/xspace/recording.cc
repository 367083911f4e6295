// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recording.h"

#include <algorithm>
#include <iterator>

namespace tfprof {

std::span<const Recording::CellRun> Recording::RunsOf(int64_t step) const {
  const auto begin = std::lower_bound(
      cell_runs.begin(), cell_runs.end(), step,
      [](const CellRun& run, int64_t other) { return run.step < other; });
  const auto end = std::upper_bound(
      begin, cell_runs.end(), step,
      [](int64_t other, const CellRun& run) { return other < run.step; });
  return {begin, end};
}

std::string Recording::NameOf(const Step& step) const {
  const auto next = std::upper_bound(
      step_names.begin(), step_names.end(), step.number,
      [](int64_t number, const StepName& a) { return number < a.first_step; });
  if (next == step_names.begin() || std::prev(next)->name.empty()) {
    return std::to_string(step.number);
  }
  return std::prev(next)->name;
}

void Recording::NameStep(int64_t step, std::string_view name) {
  const bool is_new =
      step_names.empty() ? !name.empty() : step_names.back().name != name;
  if (is_new) step_names.push_back({step, std::string(name)});
}

int64_t Recording::Step::BusyPsOf(uint32_t device) const {
  const auto* const found = std::lower_bound(
      devices.begin(), devices.end(), device,
      [](const Use& use, uint32_t other) { return use.device < other; });
  return found != devices.end() && found->device == device ? found->busy_ps : 0;
}

}  // namespace tfprof
