// SPDX-License-Identifier: Apache-2.0
#include "report/step_length_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace tfprof {

namespace {

Cell MicrosOf(int64_t ns) { return static_cast<double>(ns) / 1000; }

// Unknown differs from 0: without start times there is no length.
void AddTimes(std::vector<Cell>& cells, const BusyTime& time, int64_t length) {
  if (!time.HasTimes()) {
    cells.insert(cells.end(), 4, Cell());
    return;
  }
  cells.push_back(MicrosOf(time.busy_ns));
  cells.push_back(MicrosOf(WrapAdd(length, WrapMultiply(time.busy_ns, -1))));
  cells.push_back(MicrosOf(time.sum_ns));
  cells.push_back(CellOf(time.Parallelism()));
}

void AddCounts(std::vector<Cell>& cells, const BusyTime& time, bool is_used) {
  cells.push_back(time.records);
  cells.push_back(int64_t{time.without_start});
  cells.push_back(is_used);
}

std::vector<Cell> StepCells(const StepTable& table, const StepTable::Step& step,
                            const ChosenSteps& chosen) {
  std::vector<Cell> cells = {step.step};
  cells.push_back(step.HasLength() ? MicrosOf(step.LengthNs()) : Cell());
  AddTimes(cells, step.time, step.LengthNs());
  AddCounts(cells, step.time, chosen.Contains(step.step));
  cells.emplace_back(std::string(table.NameOf(step.step)));
  return cells;
}

std::vector<Cell> DeviceCells(const StepTable& table,
                              const StepTable::Step& step, size_t device,
                              const ChosenSteps& chosen) {
  const StepTable::Device& of_step = step.devices[device];
  std::vector<Cell> cells = {step.step, table.device_names[of_step.name]};
  AddTimes(cells, of_step.time, step.LengthNs());
  AddCounts(cells, of_step.time, chosen.Contains(step.step));
  return cells;
}

std::vector<TableColumn> ColumnsOf(std::vector<TableColumn> first) {
  for (const TableColumn& column :
       {TableColumn{"busy", Unit::kMicros}, TableColumn{"idle", Unit::kMicros},
        TableColumn{"sum", Unit::kMicros}, TableColumn{"parallelism"},
        TableColumn{"records"}, TableColumn{"without start time"},
        TableColumn{"is used"}}) {
    first.push_back(column);
  }
  return first;
}

}  // namespace

std::vector<Section> StepLengthTables(const StepTable& table,
                                      const ChosenSteps& chosen) {
  if (table.steps.empty()) return {};
  Table steps{ColumnsOf({{"step"}, {"length", Unit::kMicros}}), {}};
  steps.columns.push_back({"name"});
  Table devices{ColumnsOf({{"step"}, {"device"}}), {}};
  std::vector<std::string> notes;
  std::vector<uint32_t> ends;  // of the rows of each step's devices
  ends.reserve(table.steps.size());
  uint32_t count = 0;
  for (const StepTable::Step& step : table.steps) {
    ends.push_back(count += static_cast<uint32_t>(step.devices.size()));
  }
  for (const StepTable::MovedKernels& moved : table.moved_kernels) {
    notes.push_back(fmt::format(
        "step {}: kernel times were moved by {} ns to fit their launches",
        moved.step, moved.by_ns));
  }
  // There may be a million rows, whose cells would take more memory than
  // everything else.
  steps.AddRows(table.steps.size(), true, [&table, &chosen](size_t row) {
    return StepCells(table, table.steps[row], chosen);
  });
  devices.AddRows(
      count, true,
      [&table, &chosen, ends = std::move(ends), last = SIZE_MAX,
       of = StepTable::Step()](size_t row) mutable {
        const auto step = static_cast<size_t>(
            std::upper_bound(ends.begin(), ends.end(), row) - ends.begin());
        // A step may have very many devices.
        if (step != last) of = table.steps[last = step];
        const size_t first = step == 0 ? 0 : ends[step - 1];
        return DeviceCells(table, of, row - first, chosen);
      });
  if (!chosen.note.empty()) notes.push_back(chosen.note);
  std::vector<Section> sections;
  sections.push_back({"step lengths", std::move(notes), std::move(steps)});
  sections.push_back({"step lengths by device", {}, std::move(devices)});
  return sections;
}

}  // namespace tfprof
