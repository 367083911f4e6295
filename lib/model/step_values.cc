// SPDX-License-Identifier: Apache-2.0
#include "model/step_values.h"

#include "base/numbers.h"

namespace tfprof {

namespace {

// tfprof: the division is unsigned, so a negative sum over several steps
// becomes a huge positive average.
int64_t Average(int64_t sum, uint32_t count, bool is_signed) {
  if (is_signed) return sum / static_cast<int64_t>(count);
  return static_cast<int64_t>(static_cast<uint64_t>(sum) / count);
}

void AddNodeSteps(const Profile& profile, std::optional<int64_t> step,
                  StepValues& values) {
  const NodeStepTable& runs = profile.node_steps;
  const std::pair<Measure, const std::vector<int64_t>&> sources[] = {
      {Measure::kRequestedBytes, runs.requested_bytes},
      {Measure::kPeakBytes, runs.peak_bytes},
      {Measure::kResidualBytes, runs.residual_bytes},
      {Measure::kOutputBytes, runs.output_bytes},
      {Measure::kAcceleratorMicros, runs.accelerator_us},
      {Measure::kCpuMicros, runs.cpu_us},
      {Measure::kRunCount, runs.run_count},
  };
  for (const auto& [measure, source] : sources) {
    std::vector<int64_t>& column = values.column[IndexOf(measure)];
    for (size_t run = 0; run < runs.size(); ++run) {
      if (step && profile.step_numbers[runs.step[run]] != *step) continue;
      int64_t& cell = column[runs.node[run].value];
      cell = WrapAdd(cell, source[run]);
    }
  }
}

}  // namespace

StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step) {
  const NodeTable& nodes = profile.nodes;
  StepValues values;
  for (auto& column : values.column) column.assign(nodes.size(), 0);
  AddNodeSteps(profile, step, values);
  const auto column = [&](Measure measure) -> std::vector<int64_t>& {
    return values.column[IndexOf(measure)];
  };
  const std::vector<uint32_t>& steps = nodes.step_count;
  for (size_t node = 0; node < nodes.size(); ++node) {
    // The sum is averaged on its own, so it can exceed the sum of the averages.
    column(Measure::kMicros)[node] =
        WrapAdd(column(Measure::kAcceleratorMicros)[node],
                column(Measure::kCpuMicros)[node]);
    if (!step && steps[node] > 1) {
      for (auto& cells : values.column) {
        cells[node] =
            Average(cells[node], steps[node], profile.average_is_signed);
      }
    }
    column(Measure::kParameters)[node] = ParameterCount(nodes.shape[node]);
    // tfprof: a node without any record counts its float ops once, whatever
    // step is asked for; others once a run.
    column(Measure::kFloatOps)[node] =
        steps[node] == 0 ? nodes.float_ops[node]
                         : WrapMultiply(nodes.float_ops[node],
                                        column(Measure::kRunCount)[node]);
    column(Measure::kDefinitionCount)[node] = 1;
  }
  return values;
}

}  // namespace tfprof
