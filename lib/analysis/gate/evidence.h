// SPDX-License-Identifier: Apache-2.0
// The measurements of runs: of whole steps, and by row of a view.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/changed_rows.h"
#include "analysis/gate/row_text.h"
#include "analysis/gate/row_values.h"
#include "analysis/programs/program_sums.h"
#include "analysis/recording_facts.h"
#include "base/lists.h"
#include "base/unit.h"
#include "model/measure.h"
#include "report/cell_text.h"
#include "view/view.h"

namespace tfprof {

// Measures of a step as a whole.
enum class StepMeasure : uint8_t {
  kLength,
  kSlowSteps,
  kFirstStep,
  kPeakMemory,
  kBusy,
  kIdle,
  kSum,
  kParallelism,
  // Of compiled programs.
  kProgramFloatOps,
  kProgramBytes,
  kPlannedPeak,
};

struct StepMeasureInfo {
  enum class Part : uint8_t { kPrimary, kSecondary, kExplains };

  StepMeasure id;
  std::string_view name;  // also in JSON and budgets
  Part part;
  Unit unit;
  std::string_view what;  // "the step takes"
  // Equal programs have equal values.
  bool is_of_programs = false;
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
    {StepMeasure::kProgramFloatOps, "program float ops",
     StepMeasureInfo::Part::kSecondary, Unit::kCount,
     "the float operations of the programs are", true},
    {StepMeasure::kProgramBytes, "program bytes",
     StepMeasureInfo::Part::kSecondary, Unit::kBytes,
     "the bytes that the programs move are", true},
    {StepMeasure::kPlannedPeak, "planned peak",
     StepMeasureInfo::Part::kSecondary, Unit::kBytes,
     "the greatest peak that a program plans is", true},
};

constexpr const StepMeasureInfo& InfoOf(StepMeasure measure) {
  return kStepMeasures[static_cast<size_t>(measure)];
}

// The smallest growth of memory that matters: the larger of both.
struct BytesFloor {
  double absolute = 1024;
  double share = 0.01;  // of the bytes before

  double Of(double before) const { return std::max(absolute, share * before); }
};

// Compared exactly: equal programs have equal values.
inline constexpr std::array<Measure, 5> kExactMeasures = {
    Measure::kParameters, Measure::kFloatOps, Measure::kRequestedBytes,
    Measure::kOutputBytes, Measure::kRunCount};

// The measure that varies by chance; it explains changes of the step length.
inline constexpr Measure kNoisyMeasure = Measure::kMicros;

// The rows of all runs, by path.
struct GateRow {
  RowText name;
  // The line of code that created the row's own nodes (not those of rows
  // below), if it is the same for all; else empty.
  OwnedText file = "";
  uint64_t types = 0;  // a hash of the types of its own nodes
  int32_t line = 0;
  bool is_gradient = false;  // the line is that of the forward operation
  uint32_t parent = TestedRow::kNoParent;
};

// Grows without a copy of what it holds.
using GateRows = std::deque<GateRow>;

struct GateRun {
  // A measure, and for memory its allocator.
  using StepKey = std::pair<StepMeasure, std::string>;

  std::string name;
  int64_t start_us = 0;        // start of its first record
  size_t steps = 0;            // number of steps
  std::vector<int64_t> used;   // steps that were measured
  std::string_view steps_are;  // ChosenSteps::are
  // Medians over the used steps; for memory the maximum.
  std::map<StepKey, double> of_steps;
  // By node, its median time on the critical path in us, without nodes that
  // have little. Empty if the path is unknown.
  std::map<std::string, double> path_us;
  std::string devices;  // "CPU 1, GPU 2"
  // A recording without steps: it begins and ends anywhere in the program.
  bool is_whole = false;
  RecordingFacts facts;
  ProgramSumsByName programs;  // compiled ones, in its recordings
  // Known shapes by name of a placeholder.
  Shared<std::map<std::string, std::set<std::string>>> feeds;
  uint64_t fingerprint = 0;  // hash of its measurements
  int64_t recorded_as = 0;   // the fingerprint that a history stores
  std::bitset<kMeasureCount> knows;
  std::vector<bool> has_row;
  RowMedians medians;

  double Of(Measure measure, uint32_t row) const {
    return medians.Of(measure, row);
  }

  bool Has(uint32_t row) const { return row < has_row.size() && has_row[row]; }

  std::optional<double> Of(const StepKey& key) const {
    const auto found = of_steps.find(key);
    if (found == of_steps.end()) return std::nullopt;
    return found->second;
  }

  // True if start_us counts from 1970, as in dumps of sessions, and not from
  // the start of the machine.
  bool HasDate() const {
    constexpr int64_t kYear2001 = 978'307'200'000'000;
    return start_us > kYear2001;
  }
};

// An operation that ran on different devices on the two sides.
struct MovedNode {
  std::string name;
  std::string before;
  std::string after;
};

// A measure that the runs of one side lack.
struct LoneMeasure {
  GateRun::StepKey key;
  bool is_in_candidate = false;  // the side that has it
};

struct GateInput {
  GateRows rows;  // parents before children; the root is 0
  // By row, as far as any is renamed: the row, of neither side now, that has
  // the name it had before, or kNoParent.
  std::vector<uint32_t> renamed_from;
  std::vector<GateRun> baseline;
  std::vector<GateRun> candidate;
  std::vector<MovedNode> moved;
  std::vector<LoneMeasure> lone;
  // Allocators with a name of their own on each side: baseline, candidate.
  std::vector<std::pair<std::string, std::string>> joined_allocators;
  bool is_against_history = false;  // whose runs are older
  std::string view{DefaultView().name};

  bool IsRenamed(uint32_t row) const {
    return row < renamed_from.size() &&
           renamed_from[row] != TestedRow::kNoParent;
  }

  // Empty if it has the same name on both sides.
  std::string OldNameOf(uint32_t row) const {
    return IsRenamed(row) ? rows[renamed_from[row]].name.str() : "";
  }

  bool IsInBaseline(uint32_t row) const { return IsIn(baseline, row); }

  bool IsInCandidate(uint32_t row) const { return IsIn(candidate, row); }

  // True if a run is a recording without steps, whose counts depend on when it
  // began and ended.
  bool IsOpenEnded() const {
    for (const auto* const side : {&baseline, &candidate}) {
      for (const GateRun& run : *side) {
        if (run.is_whole) return true;
      }
    }
    return false;
  }

  // True if all runs of both sides have the measure.
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

// The name of a row for people; the root is "(all)".
std::string RowWords(const GateInput& input, uint32_t row);

// By run.
std::vector<double> ValuesOf(const std::vector<GateRun>& runs, Measure measure,
                             uint32_t row);

Lists<uint32_t> ChildrenOf(const GateRows& rows);

// "1.50ms"
std::string MicrosText(double micros);

// The share of both sides' time that is in rows which both sides have; nothing
// if no time was recorded.
std::optional<double> MatchedShare(const GateInput& input);

// Finds renamed rows and moves the values of one side to the row of the other,
// so that both sides have the same rows. A rename is a gone and a new row under
// one row: nodes that the layout optimizer numbered otherwise, kernels of
// another library, a pair with types and names below that no other has, then
// rows of one line and type of which both sides have as many.
void MatchRenamedRows(GateInput& input);

}  // namespace tfprof
