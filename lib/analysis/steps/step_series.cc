// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/step_series.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/numbers.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

constexpr size_t kFewest = 4;         // steps needed to find outliers
constexpr double kDeviations = 3.5;   // robust deviations of an outlier
constexpr double kLeastShare = 0.05;  // and its least share of the median

// Median and robust deviation: 1.4826 times the median absolute deviation,
// which equals the standard deviation for normal data and ignores outliers.
struct Centre {
  double median = 0;
  double deviation = 0;

  bool IsOutlier(double value) const {
    const double off = std::abs(value - median);
    return off > kDeviations * deviation &&
           off > kLeastShare * std::abs(median);
  }
};

Centre CentreOf(const std::vector<double>& values) {
  Centre centre;
  if (values.empty()) return centre;
  centre.median = Median(values);
  std::vector<double> distances;
  for (const double value : values) {
    distances.push_back(std::abs(value - centre.median));
  }
  centre.deviation = 1.4826 * Median(std::move(distances));
  return centre;
}

std::string ScopeOrTop(std::string_view name, size_t depth) {
  const std::string_view scope = OuterScopes(name, depth);
  return scope.empty() ? "(top level)" : std::string(scope);
}

// True for "edge_394_loss/mean": TensorFlow names a copy between devices after
// the edge and the tensor, so its first part is not a scope.
bool IsCopyAcrossEdge(std::string_view name) {
  return NodeOfKernel(name).size() + 1 < NodeOfExec(name).size() &&
         name.starts_with("edge_");
}

}  // namespace

void StepSeries::AddTo(Rows& rows, const std::string& key, int64_t micros) {
  const size_t step = steps_.size() - 1;
  std::vector<Cost>& row = rows[key];
  if (row.empty() || row.back().step != step) row.push_back({step, 0});
  row.back().micros = WrapAdd(row.back().micros, micros);
}

void StepSeries::AddStep(int64_t number, const BenchmarkTables& tables) {
  steps_.push_back({number, tables.step_micros.newest, tables.step_bytes.newest,
                    static_cast<int64_t>(tables.names.size()), ""});
  for (const BenchmarkTables::Name& name : tables.names) {
    if (!IsCopyAcrossEdge(name.name.view())) {
      AddTo(scopes_, ScopeOrTop(name.name.view(), scope_depth_),
            name.Micros().sum);
    }
    AddTo(types_, std::string(tables.TypeOf(name)), name.Micros().sum);
  }
}

void StepSeries::Exclude(size_t i, std::string why) {
  steps_[i].excluded = std::move(why);
}

std::vector<size_t> StepSeries::IncludedSteps() const {
  std::vector<size_t> included;
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].excluded.empty()) included.push_back(i);
  }
  return included;
}

Section StepSeries::Totals() const {
  using enum Unit;
  const std::vector<size_t> included = IncludedSteps();
  std::vector<double> totals;
  for (const size_t i : included) {
    totals.push_back(static_cast<double>(steps_[i].micros));
  }
  const Centre centre = CentreOf(totals);
  Section section{"totals by step", {}, {}};
  Table table{{{"step"},
               {"nodes"},
               {"time", kMicros},
               {"of median", kShare},
               {"memory", kBytes},
               {"remark"}},
              {}};
  for (const Step& step : steps_) {
    std::string remark = step.excluded;
    const auto micros = static_cast<double>(step.micros);
    if (remark.empty() && included.size() >= kFewest &&
        centre.IsOutlier(micros)) {
      remark = micros > centre.median ? "slower than the others"
                                      : "faster than the others";
    }
    table.AddRow({step.number, step.names, step.micros,
                  centre.median > 0 ? Cell(micros / centre.median) : Cell(),
                  step.bytes, std::move(remark)});
  }
  section.block = std::move(table);
  section.notes.push_back(
      "sums of durations of executions, which may overlap; not the length of "
      "the step");
  if (included.size() < kFewest) {
    section.notes.push_back(fmt::format("{} steps: outliers need {} or more",
                                        included.size(), kFewest));
  }
  if (totals.size() > 1 && included[0] == 0) {
    const std::vector<double> others(totals.begin() + 1, totals.end());
    const double median = Median(others);
    if (median > 0) {
      section.notes.push_back(
          fmt::format("the first step took {:.2f} times the median of the "
                      "others",
                      totals[0] / median));
    }
  }
  return section;
}

std::vector<StepSeries::Cost> StepSeries::PointsOf(
    const std::vector<Cost>& costs, const std::vector<size_t>& included) const {
  std::vector<Cost> points;
  for (const Cost& cost : costs) {
    if (steps_[cost.step].excluded.empty()) points.push_back(cost);
  }
  if (2 * points.size() < included.size()) return points;
  std::vector<Cost> all;
  auto point = points.begin();
  for (const size_t step : included) {
    const bool has_it = point != points.end() && point->step == step;
    all.push_back(has_it ? *point++ : Cost{step, 0});
  }
  return all;
}

// The centre of a row is 0 if most steps do not have it; then only the steps
// that have it can be outliers.
Section StepSeries::Spread(const std::string& heading, const std::string& what,
                           const Rows& rows) const {
  using enum Unit;

  struct Row {
    const std::string* name;
    Centre centre;
    double least, most;
    std::string outliers;
  };

  std::vector<Row> lines;
  const std::vector<size_t> included = IncludedSteps();
  for (const auto& [name, costs] : rows) {
    if (included.empty()) break;
    const std::vector<Cost> points = PointsOf(costs, included);
    std::vector<double> values;
    for (const Cost& point : points) {
      values.push_back(static_cast<double>(point.micros));
    }
    const bool is_rare = values.size() < included.size();
    const Centre centre = is_rare ? Centre() : CentreOf(values);
    if (is_rare) values.push_back(0);
    Row row{&name, centre, *std::min_element(values.begin(), values.end()),
            *std::max_element(values.begin(), values.end()), ""};
    for (const Cost& point : points) {
      if (included.size() < kFewest) break;
      if (!centre.IsOutlier(static_cast<double>(point.micros))) continue;
      row.outliers += fmt::format("{}{}", row.outliers.empty() ? "" : " ",
                                  steps_[point.step].number);
    }
    lines.push_back(std::move(row));
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Row& a, const Row& b) {
    return a.centre.median > b.centre.median;
  });
  Table table{{{what},
               {"median", kMicros},
               {"least", kMicros},
               {"most", kMicros},
               {"deviation", kShare},
               {"outlying steps"}},
              {}};
  for (const Row& row : lines) {
    table.AddRow({*row.name, row.centre.median, row.least, row.most,
                  row.centre.median > 0
                      ? Cell(row.centre.deviation / row.centre.median)
                      : Cell(),
                  row.outliers});
  }
  return {heading, {}, std::move(table)};
}

std::vector<Section> StepSeries::Tables() const {
  std::vector<Section> sections;
  sections.push_back(Totals());
  sections.push_back(Spread("spread by scope", "scope", scopes_));
  sections.push_back(Spread("spread by type", "type", types_));
  return sections;
}

}  // namespace tfprof
