// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/scaling.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/waiting/ps_columns.h"

namespace tfprof {

namespace {

Scaling::Side ScalingSideOf(const Difference& difference, bool is_after) {
  Scaling::Side result;
  const auto& sides = is_after ? difference.after : difference.before;
  for (const DifferenceSide& side : sides) {
    result.devices += side.devices;
    result.length_ps = std::max(result.length_ps, side.mean_ps());
    if (side.steps > 0) {
      result.work_ps += side.work_ps / static_cast<double>(side.steps);
    }
  }
  for (const DifferenceRow& row : difference.rows) {
    if (row.row_class != "collective") continue;
    result.exposed_ps += difference.MeanPs(row, is_after);
  }
  if (result.devices > 0) result.work_ps /= static_cast<double>(result.devices);
  return result;
}

}  // namespace

std::optional<Scaling> ScalingOf(const Difference& difference) {
  const Scaling scaling = {ScalingSideOf(difference, false),
                           ScalingSideOf(difference, true)};
  for (const Scaling::Side& side : {scaling.before, scaling.after}) {
    if (side.devices == 0 || side.length_ps <= 0) return std::nullopt;
  }
  if (scaling.before.devices == scaling.after.devices) return std::nullopt;
  return scaling;
}

Section ScalingSection(const Scaling& scaling, const RowFormat& format) {
  const bool people = format.is_for_people;
  Table table;
  table.columns = {{"side"},
                   {"devices"},
                   PsColumn("mean", format),
                   PsColumn("work of a device", format),
                   PsColumn("exposed communication", format)};
  if (!people) {
    table.columns.push_back({"fixed total efficiency", Unit::kShare});
    table.columns.push_back({"fixed each efficiency", Unit::kShare});
  }
  for (const bool is_after : {false, true}) {
    const Scaling::Side& side = is_after ? scaling.after : scaling.before;
    std::vector<Cell> cells = {std::string(is_after ? "after" : "before"),
                               side.devices};
    for (const double ps : {side.length_ps, side.work_ps, side.exposed_ps}) {
      cells.push_back(people ? Cell(ps / 1000) : Cell(ps));
    }
    if (!people) {
      cells.push_back(is_after ? Cell(scaling.FixedTotal()) : Cell());
      cells.push_back(is_after ? Cell(scaling.FixedEach()) : Cell());
    }
    table.AddRow(std::move(cells));
  }
  std::vector<std::string> notes;
  if (people) {
    notes.push_back(fmt::format(
        "efficiency for fixed work in all {:.1f} %, for fixed work a device "
        "{:.1f} %; shapes do not tell here which of the two it was",
        100 * scaling.FixedTotal(), 100 * scaling.FixedEach()));
  }
  return {"scaling", std::move(notes), std::move(table)};
}

}  // namespace tfprof
