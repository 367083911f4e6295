// SPDX-License-Identifier: Apache-2.0
#include "commands/recorded_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/median.h"
#include "base/read_error.h"
#include "base/statistics.h"
#include "base/strings.h"

namespace tfprof {

namespace {

static_assert(kExactMeasures.size() == RecordedRun::kExactColumns.size());

int64_t Nanos(double micros) { return std::llround(micros * 1000); }

// Frees rows one by one, since there may be millions. Parents are rows of the
// run, too.
void AddRecordedRows(const OpenRun& open, GateRows rows,
                     RecordedRun& recorded) {
  const RunRows& values = open.of_view.front();
  std::vector<uint32_t> kept(rows.size(), RecordedRun::Row::kNoParent);
  for (uint32_t row = 0; row < values.has_row.size(); ++row) {
    const GateRow from = std::move(rows.front());
    rows.pop_front();
    if (!values.has_row[row]) continue;
    kept[row] = static_cast<uint32_t>(recorded.rows.size());
    RecordedRun::Row& to = recorded.rows.emplace_back();
    to.name = "(all)";
    if (row != 0) {
      to.name = from.name.str();
      to.parent = kept[from.parent];
      to.depth = recorded.rows[to.parent].depth + 1;
    }
    to.median_ns = Nanos(values.Of(kNoisyMeasure, row));
    to.types = from.types;
    for (size_t i = 0; i < kExactMeasures.size(); ++i) {
      const Measure measure = kExactMeasures[i];
      if (open.run.knows[IndexOf(measure)]) {
        to.exact[i] = values.Of(measure, row);
      }
    }
  }
}

void AddRecordedSteps(const OpenRun& open, RecordedRun& recorded) {
  for (const StepTable::Step& step : open.table.steps) {
    RecordedRun::Step& to = recorded.steps.emplace_back();
    to.step = step.step;
    to.sum_us = static_cast<double>(step.time.sum_ns) / 1000;
    to.is_used = std::binary_search(open.run.used.begin(), open.run.used.end(),
                                    step.step);
    if (!step.HasLength()) continue;
    to.length_us = static_cast<double>(step.LengthNs()) / 1000;
    to.busy_us = static_cast<double>(step.time.busy_ns) / 1000;
  }
}

// The greatest peak of each allocator over the steps that were used.
void AddRecordedPeaks(const OpenRun& open, RecordedRun& recorded) {
  std::map<std::string, RecordedRun::Peak> most;
  for (const int64_t step : open.run.used) {
    const auto found = open.peaks.find(step);
    if (found == open.peaks.end()) continue;
    for (const auto& [device, peak] : found->second) {
      const auto [known, is_new] = most.try_emplace(
          device, RecordedRun::Peak{device, peak.of_step, peak.of_all});
      RecordedRun::Peak& to = known->second;
      to.of_step = std::max(to.of_step, peak.of_step);
      to.of_all = to.of_all && peak.of_all
                      ? std::optional(std::max(*to.of_all, *peak.of_all))
                      : std::nullopt;
    }
  }
  for (auto& [device, peak] : most) recorded.peaks.push_back(std::move(peak));
}

// A history has no start times: each step begins at 0.
StepTable TableOfSteps(const std::vector<RecordedRun::Step>& steps) {
  StepTable table;
  for (const RecordedRun::Step& from : steps) {
    StepTable::Step step;
    step.step = from.step;
    step.end_ns = Nanos(from.length_us.value_or(0));
    step.time.busy_ns = Nanos(from.busy_us.value_or(0));
    step.time.sum_ns = Nanos(from.sum_us);
    step.time.records = 1;
    step.time.without_start = from.length_us ? 0u : 1u;
    table.steps.push_back(step);
  }
  return table;
}

void PlaceRows(const RecordedRun& recorded, RowIndex& index, OpenRun& open) {
  RunRows& rows = open.of_view.emplace_back();
  std::bitset<kMeasureCount>& knows = open.run.knows;
  knows.set(IndexOf(kNoisyMeasure));
  std::vector<uint32_t> place;
  for (const RecordedRun::Row& row : recorded.rows) {
    const bool is_root = row.parent == RecordedRun::Row::kNoParent;
    const uint32_t at =
        index.PlaceRecorded(is_root ? TestedRow::kNoParent : place[row.parent],
                            row.name, row.types);
    place.push_back(at);
    if (rows.has_row.size() <= at) rows.has_row.resize(at + 1);
    rows.has_row[at] = true;
    const auto set = [&](Measure measure, double value) {
      rows.medians.Own(measure).Set(at, value);
    };
    set(kNoisyMeasure, static_cast<double>(row.median_ns) / 1000);
    for (size_t i = 0; i < kExactMeasures.size(); ++i) {
      const std::optional<double> exact = row.exact[i];
      set(kExactMeasures[i], exact.value_or(0));
      if (is_root && exact) knows.set(IndexOf(kExactMeasures[i]));
    }
  }
}

Result<OpenRun> OpenRecorded(const RecordedRun& recorded, std::string name,
                             RowIndex& index) {
  OpenRun open;
  open.is_recorded = true;
  GateRun& run = open.run;
  run.name = std::move(name);
  run.steps = recorded.steps.size();
  run.steps_are = "recorded";
  for (const RecordedRun::Step& step : recorded.steps) {
    if (step.is_used) run.used.push_back(step.step);
  }
  if (run.used.empty() || recorded.rows.empty()) {
    return Fail(ErrorCode::kCorrupt, "{}: has no steps or no rows", run.name);
  }
  open.table = TableOfSteps(recorded.steps);
  AddLengths(open.table, run);
  run.start_us = recorded.start_us.value_or(0);
  run.devices = recorded.devices;
  run.recorded_as = recorded.fingerprint;
  for (const auto& [placeholder, shape] : recorded.feeds) {
    run.feeds.Own()[placeholder].insert(shape);
  }
  for (const RecordedRun::Peak& peak : recorded.peaks) {
    open.peaks[run.used.front()][peak.device] = {peak.of_step, peak.of_all};
  }
  PlaceRows(recorded, index, open);
  return open;
}

Result<std::vector<OpenRun>> ReadLastRuns(const GateQuestion& question,
                                          RowIndex& rows) {
  TFPROF_ASSIGN_OR_RETURN(const History history,
                          History::OpenToRead(question.history));
  TFPROF_ASSIGN_OR_RETURN(std::vector<History::Run> known,
                          history.RunsOf(question.branch));
  const auto last = static_cast<size_t>(question.last);
  if (known.size() > last) {
    known.erase(known.begin(), known.end() - static_cast<ptrdiff_t>(last));
  }
  std::vector<OpenRun> runs;
  for (const History::Run& run : known) {
    TFPROF_ASSIGN_OR_RETURN(const RecordedRun recorded, history.Read(run.id));
    TFPROF_ASSIGN_OR_RETURN(
        OpenRun open, OpenRecorded(recorded,
                                   fmt::format("run {} of {} in {}", run.id,
                                               run.commit, question.history),
                                   rows));
    runs.push_back(std::move(open));
  }
  TFPROF_RETURN_IF_ERROR(history.CheckUnchanged());
  return runs;
}

}  // namespace

Result<RecordedRun> RecordedOf(const OpenRun& open, GateRows rows) {
  const GateRun& run = open.run;
  const auto median = run.Of({StepMeasure::kLength, ""});
  if (!median) {
    return Fail(ErrorCode::kNotFound,
                "{}: no step has a length, because there are no start times",
                run.name);
  }
  RecordedRun recorded{.fingerprint = run.recorded_as,
                       .devices = run.devices,
                       .median_us = *median};
  if (run.HasDate()) recorded.start_us = run.start_us;
  const StepTable::Step first = open.table.steps.front();
  if (first.HasLength()) {
    recorded.first_us = static_cast<double>(first.LengthNs()) / 1000;
  }
  AddRecordedSteps(open, recorded);
  std::vector<double> lengths;
  for (const RecordedRun::Step& step : recorded.steps) {
    if (step.is_used && step.length_us) lengths.push_back(*step.length_us);
  }
  recorded.p90_us = SampledQuantileOf(lengths, 0.9);
  AddRecordedRows(open, std::move(rows), recorded);
  AddRecordedPeaks(open, recorded);
  for (const auto& [name, shapes] : *run.feeds) {
    for (const std::string& shape : shapes) {
      recorded.feeds.emplace_back(name, shape);
    }
  }
  return recorded;
}

Result<std::vector<OpenRun>> ReadRecordedRuns(const GateQuestion& question,
                                              RowIndex& rows) {
  Result<std::vector<OpenRun>> runs = ReadLastRuns(question, rows);
  if (!runs) return OfInput(std::move(runs).error());
  return runs;
}

}  // namespace tfprof
