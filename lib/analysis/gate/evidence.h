// SPDX-License-Identifier: Apache-2.0
// What runs say: of their steps as a whole, and by row of a view.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/changed_rows.h"
#include "base/quantity.h"
#include "model/measure.h"
#include "view/view.h"

namespace tfprof {

// What a step has as a whole.
enum class StepMeasure : uint8_t {
  kLength,
  kSlowSteps,
  kFirstStep,
  kPeakMemory,
  kBusy,
  kIdle,
  kSum,
  kParallelism,
};

struct StepMeasureInfo {
  enum class Part : uint8_t { kPrimary, kSecondary, kExplains };

  StepMeasure id;
  std::string_view name;  // also in JSON and budgets
  Part part;
  Unit unit;
  std::string_view what;  // "the step takes"
};

inline constexpr StepMeasureInfo kStepMeasures[] = {
    {StepMeasure::kLength, "length", StepMeasureInfo::Part::kPrimary,
     Unit::kMicros, "the step takes"},
    {StepMeasure::kSlowSteps, "slow steps", StepMeasureInfo::Part::kSecondary,
     Unit::kMicros, "the slowest tenth of the steps takes at least"},
    {StepMeasure::kFirstStep, "first step", StepMeasureInfo::Part::kSecondary,
     Unit::kMicros, "the first step takes"},
    {StepMeasure::kPeakMemory, "peak memory", StepMeasureInfo::Part::kSecondary,
     Unit::kBytes, "the peak of the memory is"},
    {StepMeasure::kBusy, "busy", StepMeasureInfo::Part::kExplains,
     Unit::kMicros, "something ran for"},
    {StepMeasure::kIdle, "idle", StepMeasureInfo::Part::kExplains,
     Unit::kMicros, "nothing ran for"},
    {StepMeasure::kSum, "sum", StepMeasureInfo::Part::kExplains, Unit::kMicros,
     "the sum of the operations is"},
    {StepMeasure::kParallelism, "parallelism", StepMeasureInfo::Part::kExplains,
     Unit::kCount, "at a time there ran"},
};

constexpr const StepMeasureInfo& InfoOf(StepMeasure measure) {
  return kStepMeasures[static_cast<size_t>(measure)];
}

// Compared exactly: they do not depend on luck.
inline constexpr std::array<Measure, 5> kExactMeasures = {
    Measure::kParameters, Measure::kFloatOps, Measure::kRequestedBytes,
    Measure::kOutputBytes, Measure::kRunCount};

// The rows' times explain the length of the step.
inline constexpr Measure kNoisyMeasure = Measure::kMicros;

// The rows of all runs, by path.
struct GateRow {
  std::string name;
  uint32_t parent = TestedRow::kNoParent;
  // The line of code that made its own nodes, if it is the same for all; 0 if
  // not. What is below may have others.
  std::string file;
  int64_t line = 0;
  uint64_t types = 0;  // a hash of the types of its own nodes
  std::string renamed_from = {};
  // Only a history told of it so far, which knows no code.
  bool is_recorded = false;
};

struct GateRun {
  // A measure, and the allocator that it is of.
  using StepKey = std::pair<StepMeasure, std::string>;

  std::string name;
  int64_t start_us = 0;        // of its first record
  size_t steps = 0;            // that it has
  std::vector<int64_t> used;   // those that were looked at
  std::string_view steps_are;  // ChosenSteps::are
  // What its used steps have in the middle; the most of memory.
  std::map<StepKey, double> of_steps;
  // By node, what it had of the critical path, in the middle; nodes that had
  // little are left out. Empty if it is not known.
  std::map<std::string, double> path_us;
  std::string devices;  // "CPU 1, GPU 2"
  // By name of a placeholder, the shapes that are known.
  std::map<std::string, std::set<std::string>> feeds;
  uint64_t fingerprint = 0;    // of its records
  int64_t recorded_as = 0;     // its fingerprint in a history
  std::bitset<kMeasureCount> knows;
  std::vector<bool> has_row;
  std::array<std::vector<double>, kMeasureCount> medians;  // by row

  double Of(Measure measure, uint32_t row) const {
    const std::vector<double>& values = medians[IndexOf(measure)];
    return row < values.size() ? values[row] : 0;
  }

  bool Has(uint32_t row) const { return row < has_row.size() && has_row[row]; }

  std::optional<double> Of(const StepKey& key) const {
    const auto found = of_steps.find(key);
    if (found == of_steps.end()) return std::nullopt;
    return found->second;
  }

  // Times since 1970, as dumps of sessions have them, not since a machine was
  // started.
  bool HasDate() const {
    constexpr int64_t kYear2001 = 978'307'200'000'000;
    return start_us > kYear2001;
  }
};

// An operation that ran on other devices than before.
struct MovedNode {
  std::string name;
  std::string before;
  std::string after;
};

struct GateInput {
  std::vector<GateRow> rows;  // parents before children; the root is 0
  std::vector<GateRun> baseline;
  std::vector<GateRun> candidate;
  std::vector<MovedNode> moved;
  std::string view{DefaultView().name};

  bool IsInBaseline(uint32_t row) const { return IsIn(baseline, row); }

  bool IsInCandidate(uint32_t row) const { return IsIn(candidate, row); }

  // Whether all runs of both sides know it.
  bool IsKnown(Measure measure) const {
    return KnowsAll(baseline, measure) && KnowsAll(candidate, measure);
  }

  static bool KnowsAll(const std::vector<GateRun>& runs, Measure measure) {
    for (const GateRun& run : runs) {
      if (!run.knows[IndexOf(measure)]) return false;
    }
    return true;
  }

 private:
  static bool IsIn(const std::vector<GateRun>& runs, uint32_t row) {
    for (const GateRun& run : runs) {
      if (run.Has(row)) return true;
    }
    return false;
  }
};

// What people call a row: the root is "(all)".
std::string RowWords(const GateInput& input, uint32_t row);

// By run.
std::vector<double> ValuesOf(const std::vector<GateRun>& runs, Measure measure,
                             uint32_t row);

std::vector<std::vector<uint32_t>> ChildrenOf(const std::vector<GateRow>& rows);

// "1.50ms"
std::string MicrosText(double micros);

// Where a row of one side was renamed the other side's values are moved to it,
// so that the rows of both are the same again: what is gone and what is new
// under one row, if no other pair under it has the same types and names below.
void MatchRenamedRows(GateInput& input);

}  // namespace tfprof
