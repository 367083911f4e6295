// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/open_run.h"

#include <algorithm>
#include <functional>

#include "base/hash.h"
#include "base/median.h"
#include "base/statistics.h"
#include "base/strings.h"

namespace tfprof {

namespace {

double MicrosOf(int64_t nanos) { return static_cast<double>(nanos) / 1000; }

// Medians by row, none if all are 0; a step that lacks a row counts as 0.
MedianColumn MediansOf(const std::vector<const StepRows*>& steps,
                       size_t measure, size_t rows) {
  std::vector<double> medians(rows);
  std::vector<double> of_row(steps.size());
  for (size_t row = 0; row < rows; ++row) {
    for (size_t step = 0; step < steps.size(); ++step) {
      of_row[step] = static_cast<double>(steps[step]->values[measure][row]);
    }
    // Most often all are equal, as counts are: no median needed.
    const bool is_one =
        std::all_of(of_row.begin(), of_row.end(),
                    [&](double value) { return value == of_row[0]; });
    medians[row] = is_one ? of_row[0] : MedianInPlace(of_row);
  }
  const bool are_zero = std::all_of(medians.begin(), medians.end(),
                                    [](double value) { return value == 0; });
  return are_zero ? MedianColumn() : MedianColumn(medians);
}

void AddStart(const StepTable& table, GateRun& run) {
  for (const StepTable::Step& step : table.steps) {
    const int64_t start = step.start_ns / 1000;
    if (step.time.HasTimes() && (run.start_us == 0 || start < run.start_us)) {
      run.start_us = start;
    }
  }
}

// A hash of everything that is compared in the first view.
uint64_t FingerprintOf(const OpenRun& open) {
  auto hash = static_cast<uint64_t>(HashOfTimes(open.table));
  const auto mix = [&hash](auto value) {
    hash = (hash ^ std::hash<decltype(value)>()(value)) * 0x100000001b3ULL;
    hash ^= hash >> 29;
  };
  const RunRows& rows = open.of_view.front();
  for (const auto& medians : rows.medians.of_measure) {
    mix(medians->size());
    for (size_t row = 0; row < medians->size(); ++row) mix((*medians)[row]);
  }
  for (const bool has : rows.has_row) mix(has);
  if (open.table.series) mix(open.table.series->names_hash);
  return hash;
}

// Medians over the used steps whose path is known; 0 for nodes not on it.
void AddPath(const OpenRun& open, GateRun& run) {
  std::map<std::string, std::vector<double>> by_node;
  size_t steps = 0;
  for (const int64_t step : run.used) {
    const auto found = open.path_us.find(step);
    if (found == open.path_us.end()) continue;
    ++steps;
    for (const auto& [node, micros] : found->second) {
      by_node[node].push_back(micros);
    }
  }
  for (auto& [node, micros] : by_node) {
    micros.resize(steps);
    if (const double median = MedianInPlace(micros); median > 0) {
      run.path_us[node] = median;
    }
  }
}

// False if no used step has rows.
bool SumUpRows(const std::vector<StepRows>& steps, const GateRun& run,
               const std::bitset<kMeasureCount>& measures, RunRows& sums) {
  std::vector<const StepRows*> used;
  size_t rows = 0;
  for (const StepRows& of_step : steps) {
    if (!std::binary_search(run.used.begin(), run.used.end(), of_step.step)) {
      continue;
    }
    used.push_back(&of_step);
    rows = std::max(rows, of_step.has_row->size());
  }
  sums.has_row.resize(rows);
  for (const StepRows* const of_step : used) {
    const std::vector<bool>& has_row = *of_step->has_row;
    for (size_t row = 0; row < has_row.size(); ++row) {
      if (has_row[row]) sums.has_row[row] = true;
    }
  }
  for (size_t measure = 0; measure < kMeasureCount; ++measure) {
    if (!measures[measure]) continue;
    sums.medians.of_measure[measure] = Shared(MediansOf(used, measure, rows));
  }
  return !used.empty();
}

}  // namespace

void AddLengths(const StepTable& table, GateRun& run) {
  constexpr size_t kEnoughForSlow = 10;
  std::vector<double> lengths, busy, idle, sums, parallelism;
  for (const int64_t number : run.used) {
    const std::optional<StepTable::Step> step = table.steps.Find(number);
    if (!step || !step->HasLength()) continue;
    lengths.push_back(MicrosOf(step->LengthNs()));
    busy.push_back(MicrosOf(step->time.busy_ns));
    idle.push_back(MicrosOf(step->IdleNs()));
    sums.push_back(MicrosOf(step->time.sum_ns));
    parallelism.push_back(step->time.Parallelism().value_or(1));
  }
  if (lengths.empty() || Median(lengths) <= 0) return;
  run.of_steps = {{{StepMeasure::kLength, ""}, Median(lengths)},
                  {{StepMeasure::kBusy, ""}, Median(busy)},
                  {{StepMeasure::kIdle, ""}, Median(idle)},
                  {{StepMeasure::kSum, ""}, Median(sums)},
                  {{StepMeasure::kParallelism, ""}, Median(parallelism)}};
  if (lengths.size() >= kEnoughForSlow) {
    run.of_steps[{StepMeasure::kSlowSteps, ""}] =
        SampledQuantileOf(lengths, 0.9);
  }
  const StepTable::Step first = table.steps.front();
  if (table.steps.size() > 1 && first.HasLength()) {
    run.of_steps[{StepMeasure::kFirstStep, ""}] = MicrosOf(first.LengthNs());
  }
}

int64_t HashOfTimes(const StepTable& table) {
  StoredHash hash;
  for (const StepTable::Step& step : table.steps) {
    for (const int64_t number :
         {step.step, step.start_ns, step.end_ns, step.time.busy_ns,
          step.time.sum_ns, step.time.records}) {
      hash.Add(number);
    }
  }
  return static_cast<int64_t>(hash.value());
}

bool SumUp(OpenRun& open, const std::bitset<kMeasureCount>& measures) {
  GateRun& run = open.run;
  AddLengths(open.table, run);
  AddStart(open.table, run);
  AddPath(open, run);
  open.path_us.clear();
  run.devices = DevicesOf(open.table, run.used);
  run.recorded_as = HashOfTimes(open.table);
  open.of_view.resize(open.rows.size());
  for (size_t view = 0; view < open.rows.size(); ++view) {
    if (!SumUpRows(open.rows[view], run, measures, open.of_view[view])) {
      return false;
    }
  }
  run.fingerprint = FingerprintOf(open);
  return true;
}

void ShareEqual(const OpenRun& before, OpenRun& open) {
  open.run.feeds.ShareIfEqual(before.run.feeds);
  for (size_t view = 0; view < open.of_view.size(); ++view) {
    open.of_view[view].medians.ShareEqual(before.of_view[view].medians);
  }
}

GateRun TakeView(OpenRun& open, size_t view) {
  GateRun run = open.run;
  run.has_row = std::move(open.of_view[view].has_row);
  run.medians = std::move(open.of_view[view].medians);
  return run;
}

void AddPeaks(std::vector<OpenRun>& runs) {
  std::map<std::string, bool> knows_all;
  for (const OpenRun& open : runs) {
    for (const int64_t step : open.run.used) {
      const auto found = open.peaks.find(step);
      if (found == open.peaks.end()) continue;
      for (const auto& [allocator, peak] : found->second) {
        const auto [known, is_new] = knows_all.try_emplace(allocator, true);
        known->second = known->second && peak.of_all.has_value();
      }
    }
  }
  for (OpenRun& open : runs) {
    for (const int64_t step : open.run.used) {
      const auto found = open.peaks.find(step);
      if (found == open.peaks.end()) continue;
      for (const auto& [allocator, peak] : found->second) {
        double& most =
            open.run.of_steps
                .try_emplace({StepMeasure::kPeakMemory, allocator}, 0)
                .first->second;
        most =
            std::max(most, knows_all[allocator] ? *peak.of_all : peak.of_step);
      }
    }
  }
}

void AddPrograms(GateRun& run) {
  std::optional<double> float_ops = 0, bytes = 0, peak;
  for (const auto& [name, program] : run.programs) {
    const auto add = [](const std::optional<int64_t>& value,
                        std::optional<double>& sum) {
      sum = value && sum ? std::optional(*sum + static_cast<double>(*value))
                         : std::nullopt;
    };
    add(program.float_ops, float_ops);
    add(program.bytes, bytes);
    if (const auto& planned = program.planned_peak_bytes) {
      peak = std::max(peak.value_or(0), static_cast<double>(*planned));
    }
  }
  if (run.programs.empty()) return;
  for (const auto& [measure, value] :
       {std::pair(StepMeasure::kProgramFloatOps, float_ops),
        std::pair(StepMeasure::kProgramBytes, bytes),
        std::pair(StepMeasure::kPlannedPeak, peak)}) {
    if (value) run.of_steps[{measure, ""}] = *value;
  }
}

Status CheckDistinct(const std::vector<OpenRun>& runs) {
  std::map<uint64_t, const GateRun*> seen;
  for (const OpenRun& open : runs) {
    const GateRun& run = open.run;
    // Without start times two runs may have equal content by chance.
    if (!run.Of({StepMeasure::kLength, ""})) continue;
    const auto [known, is_new] = seen.try_emplace(run.fingerprint, &run);
    if (is_new) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "{} and {} are the same run: their content is the same; give "
                "each run once",
                Printable(known->second->name), Printable(run.name));
  }
  return {};
}

}  // namespace tfprof
