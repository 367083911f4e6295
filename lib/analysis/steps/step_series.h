// SPDX-License-Identifier: Apache-2.0
// How the steps of a program differ: totals, outliers, the first one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/benchmark_tables.h"
#include "report/report.h"

namespace tfprof {

// Collects the tables of each step.
class StepSeries {
 public:
  // Scopes are told apart down to this depth.
  explicit StepSeries(size_t scope_depth) : scope_depth_(scope_depth) {}

  void AddStep(int64_t number, const BenchmarkTables& tables);

  // Leaves step i out of all tables but the totals, where `why` is shown.
  void Exclude(size_t i, std::string why);

  // Totals by step, then the spread by scope and by type.
  std::vector<Section> Tables() const;

 private:
  struct Step {
    int64_t number = 0;
    int64_t micros = 0;
    int64_t bytes = 0;
    int64_t names = 0;
    std::string excluded;
  };

  // A row's time in one step. Stored sparsely: many rows are in one step only.
  struct Cost {
    size_t step = 0;  // in steps_
    int64_t micros = 0;
  };

  using Rows = std::map<std::string, std::vector<Cost>>;  // by name

  void AddTo(Rows& rows, const std::string& key, int64_t micros);
  std::vector<size_t> IncludedSteps() const;
  Section Totals() const;
  // A row's time in each step of `included`, or only in those that have the row
  // if most do not.
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
