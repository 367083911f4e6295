// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace tfprof {

namespace {

double MeanOfSide(const std::optional<DifferenceRow::Side>& side,
                  const DifferenceSide& of) {
  return side && of.steps > 0
             ? static_cast<double>(side->sum_ps) / static_cast<double>(of.steps)
             : 0;
}

void AddDifferenceRows(const ProcessParts& before, const ProcessParts& after,
                       std::vector<DifferenceRow>& rows) {
  std::map<ProcessParts::Key, DifferenceRow> merged;
  for (const auto& [key, side] : before.sums) merged[key].before = side;
  for (const auto& [key, side] : after.sums) merged[key].after = side;
  for (auto& [key, row] : merged) {
    row.host = before.side.host;
    std::tie(row.row_class, row.name) = key;
    row.change_ps =
        MeanOfSide(row.after, after.side) - MeanOfSide(row.before, before.side);
    rows.push_back(std::move(row));
  }
}

}  // namespace

bool DifferenceRow::is_wait() const {
  return row_class != "compute" && row_class != "collective" &&
         row_class != "copy";
}

double Difference::MeanPs(const DifferenceRow& row, bool is_after) const {
  const std::vector<DifferenceSide>& sides = is_after ? after : before;
  const auto found =
      std::lower_bound(sides.begin(), sides.end(), row.host,
                       [](const DifferenceSide& side, const std::string& host) {
                         return side.host < host;
                       });
  return MeanOfSide(is_after ? row.after : row.before, *found);
}

Difference DifferenceOf(const RunParts& before, const RunParts& after) {
  Difference result;
  result.names_are_places = !before.is_recording && !after.is_recording;
  std::set<std::string> hosts;
  for (const auto& [host, process] : before.processes) hosts.insert(host);
  for (const auto& [host, process] : after.processes) hosts.insert(host);
  for (const std::string& host : hosts) {
    ProcessParts none;
    none.side.host = host;
    const auto old = before.processes.find(host);
    const auto now = after.processes.find(host);
    const ProcessParts& was =
        old != before.processes.end() ? old->second : none;
    const ProcessParts& is = now != after.processes.end() ? now->second : none;
    result.before.push_back(was.side);
    result.after.push_back(is.side);
    AddDifferenceRows(was, is, result.rows);
  }
  std::stable_sort(result.rows.begin(), result.rows.end(),
                   [](const DifferenceRow& a, const DifferenceRow& b) {
                     const double left = std::abs(a.change_ps);
                     const double right = std::abs(b.change_ps);
                     return std::tie(right, a.row_class, a.name) <
                            std::tie(left, b.row_class, b.name);
                   });
  return result;
}

}  // namespace tfprof
