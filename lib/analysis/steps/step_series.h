// SPDX-License-Identifier: Apache-2.0
// How the steps of a program differ: totals, outliers, the first one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/report.h"
#include "report/step_tables.h"

namespace tfprof {

// Takes what each run's own tables say.
class StepSeries {
 public:
  // Scopes are told apart down to this depth.
  explicit StepSeries(size_t scope_depth) : scope_depth_(scope_depth) {}

  void AddRun(int64_t step, const StepTables& run);

  // Leaves a run out of everything but the table of totals, and says why.
  void Exclude(size_t run, std::string why);

  // Totals by step, then spread by scope and by type.
  std::vector<Section> Tables() const;

 private:
  struct Run {
    int64_t step = 0;
    int64_t micros = 0;
    int64_t bytes = 0;
    int64_t names = 0;
    std::string excluded;
  };

  // What a row took in a run that has it: most rows may be in one run only.
  struct Cost {
    size_t run = 0;
    int64_t micros = 0;
  };

  using Rows = std::map<std::string, std::vector<Cost>>;  // by run

  void AddTo(Rows& rows, const std::string& key, int64_t micros);
  std::vector<size_t> IncludedSteps() const;
  Section Totals() const;
  // What a row took, by run: of each run in `included`, or, if most of them do
  // not have it, only of those that do.
  std::vector<Cost> PointsOf(const std::vector<Cost>& costs,
                             const std::vector<size_t>& included) const;
  Section Spread(const std::string& heading, const std::string& what,
                 const Rows& rows) const;

  const size_t scope_depth_;
  std::vector<Run> runs_;
  Rows scopes_;
  Rows types_;
};

}  // namespace tfprof
