// SPDX-License-Identifier: Apache-2.0
#include "model/step_values.h"

#include "base/keyed.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

// tfprof: the division is unsigned, so a negative sum over several steps
// becomes a huge positive average.
int64_t Average(int64_t sum, uint32_t count, bool is_signed) {
  if (is_signed) return sum / static_cast<int64_t>(count);
  return static_cast<int64_t>(static_cast<uint64_t>(sum) / count);
}

int64_t TimeOf(const StepValues& values, NodeId node) {
  return WrapAdd(values.Of(Measure::kAcceleratorMicros, node),
                 values.Of(Measure::kCpuMicros, node));
}

int64_t ParametersOf(const Profile& profile, const StepValues&, NodeId node) {
  return ParameterCount(profile.nodes.shape[node.value]);
}

// tfprof: a node without any record counts its float ops once, whatever step
// is asked for; others once a run.
int64_t FloatOpsOf(const Profile& profile, const StepValues& values,
                   NodeId node) {
  const int64_t of_one = profile.nodes.float_ops[node.value];
  if (profile.nodes.step_count[node.value] == 0) return of_one;
  return WrapMultiply(of_one, values.Of(Measure::kRunCount, node));
}

int64_t One(const Profile&, const StepValues&, NodeId) { return 1; }

// Where the numbers of a measure come from: one of these.
struct Source {
  Measure measure;
  // A column that is added up over the steps.
  std::vector<int64_t> NodeStepTable::*sum = nullptr;
  // Made of such sums. It is averaged on its own, so it can exceed what the
  // averages of its parts add up to.
  int64_t (*of_sums)(const StepValues&, NodeId) = nullptr;
  // Made of what is averaged already.
  int64_t (*of_averages)(const Profile&, const StepValues&, NodeId) = nullptr;
};

constexpr Source kSources[] = {
    {Measure::kRequestedBytes, &NodeStepTable::requested_bytes},
    {Measure::kPeakBytes, &NodeStepTable::peak_bytes},
    {Measure::kResidualBytes, &NodeStepTable::residual_bytes},
    {Measure::kOutputBytes, &NodeStepTable::output_bytes},
    {.measure = Measure::kMicros, .of_sums = TimeOf},
    {Measure::kAcceleratorMicros, &NodeStepTable::accelerator_us},
    {Measure::kCpuMicros, &NodeStepTable::cpu_us},
    {.measure = Measure::kParameters, .of_averages = ParametersOf},
    {.measure = Measure::kFloatOps, .of_averages = FloatOpsOf},
    {Measure::kRunCount, &NodeStepTable::run_count},
    {.measure = Measure::kDefinitionCount, .of_averages = One},
};
static_assert(IsKeyedBy(kSources, &Source::measure, kMeasureCount));

void AddUp(const Profile& profile, std::optional<int64_t> step,
           const std::vector<int64_t>& source, std::vector<int64_t>& column) {
  const NodeStepTable& rows = profile.node_steps;
  for (size_t row = 0; row < rows.size(); ++row) {
    if (step && profile.step_numbers[rows.step[row]] != *step) continue;
    int64_t& cell = column[rows.node[row].value];
    cell = WrapAdd(cell, source[row]);
  }
}

void AverageSteps(const Profile& profile, StepValues& values) {
  const std::vector<uint32_t>& steps = profile.nodes.step_count;
  for (auto& column : values.column) {
    for (size_t node = 0; node < column.size(); ++node) {
      if (steps[node] < 2) continue;
      column[node] =
          Average(column[node], steps[node], profile.average_is_signed);
    }
  }
}

}  // namespace

StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step) {
  const size_t nodes = profile.nodes.size();
  StepValues values;
  for (const Source& source : kSources) {
    auto& column = values.column[IndexOf(source.measure)];
    column.assign(nodes, 0);
    if (source.sum == nullptr) continue;
    AddUp(profile, step, profile.node_steps.*source.sum, column);
  }
  const auto fill = [&](Measure measure, const auto& value_of) {
    auto& column = values.column[IndexOf(measure)];
    for (size_t node = 0; node < nodes; ++node) {
      column[node] = value_of(NodeId(node));
    }
  };
  for (const Source& source : kSources) {
    if (source.of_sums == nullptr) continue;
    fill(source.measure,
         [&](NodeId node) { return source.of_sums(values, node); });
  }
  if (!step) AverageSteps(profile, values);
  for (const Source& source : kSources) {
    if (source.of_averages == nullptr) continue;
    fill(source.measure, [&](NodeId node) {
      return source.of_averages(profile, values, node);
    });
  }
  return values;
}

}  // namespace tfprof
