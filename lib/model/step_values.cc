// SPDX-License-Identifier: Apache-2.0
#include "model/step_values.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/column.h"
#include "base/keyed.h"
#include "base/numbers.h"
#include "base/parallel.h"

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

int64_t ParametersOf(const Profile& profile, const StepValues& values,
                     NodeId node) {
  return WrapMultiply(ParameterCount(profile.nodes.shape[node.value]),
                      values.steps);
}

// tfprof: the float ops of a node without records count once, for any step;
// others once per run.
int64_t FloatOpsOf(const Profile& profile, const StepValues& values,
                   NodeId node) {
  const int64_t of_one = profile.nodes.float_ops[node.value];
  if (profile.nodes.step_count[node.value] == 0) {
    return WrapMultiply(of_one, values.steps);
  }
  return WrapMultiply(of_one, values.Of(Measure::kRunCount, node));
}

int64_t One(const Profile&, const StepValues& values, NodeId) {
  return values.steps;
}

// The source of a measure's numbers: one of these.
struct Source {
  Measure measure;
  // A column that is summed over the steps.
  Column<int64_t> NodeStepTable::*sum = nullptr;
  // Computed from such sums. It is averaged separately, so it may exceed the
  // sum of the averages of its parts.
  int64_t (*of_sums)(const StepValues&, NodeId) = nullptr;
  // Computed from averages.
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

// Rows of node_steps.
using CountedRows = std::vector<uint32_t>;

// The rows of steps for which `is_counted(number)`.
template <typename IsCounted>
CountedRows RowsThatCount(const Profile& profile, IsCounted is_counted) {
  std::vector<bool> counts;  // by row of step_numbers
  for (const int64_t number : profile.step_numbers) {
    counts.push_back(is_counted(number));
  }
  const NodeStepTable& rows = profile.node_steps;
  CountedRows counted;
  counted.reserve(rows.size());
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (profile.node_steps_are_sums || counts[rows.step[row]]) {
      counted.push_back(row);
    }
  }
  return counted;
}

void AddUp(const Profile& profile, const CountedRows& counted,
           const Column<int64_t>& source, Column<int64_t>& column) {
  if (source.empty()) return;
  for (const uint32_t row : counted) {
    column.Add(profile.node_steps.node[row].value, source[row]);
  }
}

// Calls `run(source)` for each source, on two threads if there are many nodes.
template <typename Run>
void ForEachSource(const Profile& profile, Run run) {
  ParallelFor(std::size(kSources), ThreadsFor(profile.nodes.size()),
              [&](size_t i) { run(kSources[i]); });
}

void AverageSteps(const Profile& profile, StepValues& values) {
  const Column<uint32_t>& steps = profile.nodes.step_count;
  ForEachSource(profile, [&](const Source& source) {
    auto& column = values.column[IndexOf(source.measure)];
    for (size_t node = 0; node < column.size(); ++node) {
      if (steps[node] < 2) continue;
      column.Set(node,
                 Average(column[node], steps[node], profile.average_is_signed));
    }
  });
}

void AddSums(const Profile& profile, const CountedRows& counted,
             StepValues& values) {
  const size_t nodes = profile.nodes.size();
  ForEachSource(profile, [&](const Source& source) {
    auto& column = values.column[IndexOf(source.measure)];
    column = Column<int64_t>(nodes);
    if (source.sum == nullptr) return;
    AddUp(profile, counted, profile.node_steps.*source.sum, column);
  });
  for (const Source& source : kSources) {
    if (source.of_sums == nullptr) continue;
    auto& column = values.column[IndexOf(source.measure)];
    for (size_t node = 0; node < nodes; ++node) {
      column.Set(node, source.of_sums(values, NodeId(node)));
    }
  }
}

// Fills `picos` with sums (or averages, if `averages`), and `column` from it.
void AddPicos(const Profile& profile, const CountedRows& counted, bool averages,
              StepValues& values) {
  if (!profile.is_recording) return;
  auto& accelerator = values.picos[IndexOf(Measure::kAcceleratorMicros)];
  auto& cpu = values.picos[IndexOf(Measure::kCpuMicros)];
  auto& both = values.picos[IndexOf(Measure::kMicros)];
  const size_t nodes = profile.nodes.size();
  for (auto* column : {&accelerator, &cpu, &both}) {
    *column = Column<int64_t>(nodes);
  }
  AddUp(profile, counted, profile.node_steps.accelerator_ps, accelerator);
  AddUp(profile, counted, profile.node_steps.cpu_ps, cpu);
  for (size_t node = 0; node < nodes; ++node) {
    both.Set(node, WrapAdd(accelerator[node], cpu[node]));
    const auto steps = static_cast<int64_t>(profile.nodes.step_count[node]);
    if (!averages || steps < 2) continue;
    for (auto* column : {&accelerator, &cpu, &both}) {
      column->Set(node, (*column)[node] / steps);
    }
  }
  for (const Measure measure :
       {Measure::kMicros, Measure::kAcceleratorMicros, Measure::kCpuMicros}) {
    const auto& exact = values.picos[IndexOf(measure)];
    auto& column = values.column[IndexOf(measure)];
    for (size_t node = 0; node < nodes; ++node) {
      column.Set(node, MicrosOfPicos(exact[node]));
    }
  }
}

void AddWhatSumsMake(const Profile& profile, StepValues& values) {
  ForEachSource(profile, [&](const Source& source) {
    if (source.of_averages == nullptr) return;
    auto& column = values.column[IndexOf(source.measure)];
    for (size_t node = 0; node < profile.nodes.size(); ++node) {
      column.Set(node, source.of_averages(profile, values, NodeId(node)));
    }
  });
}

}  // namespace

RowsByStep::RowsByStep(const Profile& profile) : steps_(profile.step_numbers) {
  std::sort(steps_.begin(), steps_.end());
  steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
  std::vector<uint32_t> place;  // in steps_, by row of step_numbers
  place.reserve(profile.step_numbers.size());
  for (const int64_t number : profile.step_numbers) {
    place.push_back(static_cast<uint32_t>(
        std::lower_bound(steps_.begin(), steps_.end(), number) -
        steps_.begin()));
  }
  const Column<uint32_t>& step = profile.node_steps.step;
  begins_.resize(steps_.size() + 1);
  for (size_t row = 0; row < step.size(); ++row) {
    ++begins_[place[step[row]] + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<uint32_t> next(begins_.begin(), begins_.end() - 1);
  rows_.resize(step.size());
  for (uint32_t row = 0; row < step.size(); ++row) {
    rows_[next[place[step[row]]]++] = row;
  }
}

std::span<const uint32_t> RowsByStep::Of(int64_t step) const {
  const auto found = std::lower_bound(steps_.begin(), steps_.end(), step);
  if (found == steps_.end() || *found != step) return {};
  const auto place = static_cast<size_t>(found - steps_.begin());
  return std::span(rows_).subspan(begins_[place],
                                  begins_[place + 1] - begins_[place]);
}

StepValues ComputeStepValues(const Profile& profile,
                             std::optional<int64_t> step,
                             const RowsByStep* rows_of) {
  CountedRows counted;
  if (step && rows_of != nullptr && !profile.node_steps_are_sums) {
    const std::span<const uint32_t> rows = rows_of->Of(*step);
    counted.assign(rows.begin(), rows.end());
  } else {
    counted = RowsThatCount(
        profile, [&](int64_t number) { return !step || number == *step; });
  }
  StepValues values;
  AddSums(profile, counted, values);
  if (!step) AverageSteps(profile, values);
  AddPicos(profile, counted, !step, values);
  AddWhatSumsMake(profile, values);
  return values;
}

StepValues ComputeChosenSums(const Profile& profile,
                             const std::vector<int64_t>& steps) {
  const CountedRows counted = RowsThatCount(profile, [&](int64_t number) {
    return std::binary_search(steps.begin(), steps.end(), number);
  });
  StepValues values;
  values.steps = std::max<int64_t>(static_cast<int64_t>(steps.size()), 1);
  AddSums(profile, counted, values);
  AddPicos(profile, counted, false, values);
  AddWhatSumsMake(profile, values);
  return values;
}

}  // namespace tfprof
