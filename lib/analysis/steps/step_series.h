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

// Takes what each step's own tables say.
class StepSeries {
 public:
  // Scopes are told apart down to this depth.
  explicit StepSeries(size_t scope_depth) : scope_depth_(scope_depth) {}

  void AddStep(int64_t number, const StepTables& tables);

  // Leaves the i-th step out of everything but the table of totals, and says
  // why.
  void Exclude(size_t i, std::string why);

  // Totals by step, then spread by scope and by type.
  std::vector<Section> Tables() const;

 private:
  struct Step {
    int64_t number = 0;
    int64_t micros = 0;
    int64_t bytes = 0;
    int64_t names = 0;
    std::string excluded;
  };

  // What a row took in a step that has it: most rows may be in one step only.
  struct Cost {
    size_t step = 0;  // in steps_
    int64_t micros = 0;
  };

  using Rows = std::map<std::string, std::vector<Cost>>;  // by step

  void AddTo(Rows& rows, const std::string& key, int64_t micros);
  std::vector<size_t> IncludedSteps() const;
  Section Totals() const;
  // What a row took, by step: of each step in `included`, or, if most of them
  // do not have it, only of those that do.
  std::vector<Cost> PointsOf(const std::vector<Cost>& costs,
                             const std::vector<size_t>& included) const;
  Section Spread(const std::string& heading, const std::string& what,
                 const Rows& rows) const;

  const size_t scope_depth_;
  std::vector<Step> steps_;
  Rows scopes_;
  Rows types_;
};

}  // namespace tfprof
