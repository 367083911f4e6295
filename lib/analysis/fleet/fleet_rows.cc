// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "view/view.h"

namespace tfprof {

namespace {

// A row's number is its name's id times 8, plus the WorkKind of a node or
// kTotal for the row of the view with that name.
constexpr uint64_t kNumbersOfName = 8;
constexpr uint64_t kTotal = 7;

}  // namespace

std::string_view WordOf(FleetView view) {
  switch (view) {
    case FleetView::kScope:
      return InfoOf(ViewId::kScope).name;
    case FleetView::kOp:
      return InfoOf(ViewId::kOp).name;
    case FleetView::kCode:
      return InfoOf(ViewId::kCode).name;
  }
  return "";
}

int64_t TwiceMedian(std::span<int64_t> values) {
  if (values.empty()) return 0;
  const auto middle =
      values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return WrapMultiply(*middle, 2);
  return WrapAdd(*middle, *std::max_element(values.begin(), middle));
}

double FleetRows::Row::QuantileNs(size_t workers, double share) const {
  const size_t zeros = workers - std::min(workers, values.size());
  const auto at = [&](size_t i) {
    return i < zeros ? 0.0
                     : static_cast<double>(values[i - zeros].twice_ns) / 2;
  };
  const double place = share * static_cast<double>(workers - 1);
  const auto below = static_cast<size_t>(place);
  const double part = place - std::floor(place);
  if (part == 0) return at(below);
  return at(below) + part * (at(below + 1) - at(below));
}

double FleetRows::Row::MedianNs(size_t workers) const {
  return QuantileNs(workers, 0.5);
}

Status FleetRows::AddValue(Value value, std::vector<int64_t> ns, size_t steps) {
  for (const int64_t one : ns) value.sum_ns = WrapAdd(value.sum_ns, one);
  if (value.sum_ns == 0) return {};
  // The others are 0, and so is the median if they are more than half.
  if (2 * ns.size() >= steps) {
    ns.resize(steps);
    value.twice_ns = TwiceMedian(ns);
  }
  return values_.Add(value);
}

Status FleetRows::Add(uint32_t number, const Worker& worker) {
  for (size_t i = 0; i < worker.nodes.size(); ++i) {
    const WorkerNodes::Node node = worker.nodes[i];
    Value value{.worker = number, .op = {}, .code = {}};
    value.row = uint64_t{strings_.Intern(node.name).value} * kNumbersOfName +
                static_cast<uint64_t>(node.kind);
    value.op = strings_.Intern(node.op);
    if (!node.code.empty()) value.code = strings_.Intern(node.code);
    std::vector<int64_t> ns;
    for (size_t place = 0; place < worker.nodes.TimeCount(i); ++place) {
      ns.push_back(worker.nodes.TimeOf(i, place).ns);
    }
    TFPROF_RETURN_IF_ERROR(AddValue(value, std::move(ns), worker.steps.size()));
  }
  return AddTotals(number, worker);
}

Status FleetRows::AddTotals(uint32_t number, const Worker& worker) {
  std::vector<std::pair<StringId, uint32_t>> nodes_of_row;
  for (uint32_t i = 0; i < worker.nodes.size(); ++i) {
    const WorkerNodes::Node node = worker.nodes[i];
    const auto add = [&](std::string_view name) {
      nodes_of_row.emplace_back(strings_.Intern(name), i);
    };
    if (view_ == FleetView::kOp) {
      add(node.op);
    } else if (view_ == FleetView::kCode) {
      add(node.code.empty() ? kNoCodeLine : node.code);
    } else {
      ForEachScope(node.name, add);
    }
  }
  std::stable_sort(nodes_of_row.begin(), nodes_of_row.end(),
                   [](const auto& a, const auto& b) {
                     return a.first.value < b.first.value;
                   });
  std::vector<int64_t> total(worker.steps.size());
  std::vector<bool> has_time(worker.steps.size());
  for (size_t i = 0; i < nodes_of_row.size();) {
    const StringId name = nodes_of_row[i].first;
    std::vector<uint32_t> steps;
    for (; i < nodes_of_row.size() && nodes_of_row[i].first == name; ++i) {
      const uint32_t node = nodes_of_row[i].second;
      for (size_t place = 0; place < worker.nodes.TimeCount(node); ++place) {
        const WorkerNodes::StepTime time = worker.nodes.TimeOf(node, place);
        if (!has_time[time.step]) steps.push_back(time.step);
        has_time[time.step] = true;
        total[time.step] = WrapAdd(total[time.step], time.ns);
      }
    }
    std::vector<int64_t> ns;
    for (const uint32_t step : steps) {
      ns.push_back(total[step]);
      total[step] = 0;
      has_time[step] = false;
    }
    const Value value{.row = uint64_t{name.value} * kNumbersOfName + kTotal,
                      .worker = number,
                      .op = {},
                      .code = {}};
    TFPROF_RETURN_IF_ERROR(AddValue(value, std::move(ns), worker.steps.size()));
  }
  return {};
}

Status FleetRows::ForEach(const std::function<void(const Row&)>& visit) {
  std::vector<Value> of_row;
  const auto end_row = [&] {
    if (of_row.empty()) return;
    const uint64_t number = of_row.front().row;
    const StringId name(static_cast<uint32_t>(number / kNumbersOfName));
    Row row{.name = strings_[name], .values = of_row};
    row.is_node = number % kNumbersOfName != kTotal;
    if (row.is_node) {
      row.kind = static_cast<WorkKind>(number % kNumbersOfName);
    }
    visit(row);
    of_row.clear();
  };
  TFPROF_RETURN_IF_ERROR(values_.ForEach([&](const Value& value) {
    if (!of_row.empty() && of_row.front().row != value.row) end_row();
    of_row.push_back(value);
  }));
  end_row();
  return {};
}

}  // namespace tfprof
