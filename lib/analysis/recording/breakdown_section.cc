// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "analysis/recording/recording_tables.h"

namespace tfprof {

namespace {

// A column of TensorFlow's overview page, and its parts.
struct PartColumn {
  std::string_view title;
  std::initializer_list<StepPart> parts;
};

using enum StepPart;
const PartColumn kPartColumns[] = {
    {"host compute ms", {kHostCompute}},
    {"wait input ms", {kWaitForInput}},
    {"device compute ms", {kDevice32, kDevice16}},
    {"host prepare ms", {kHostPrepare}},
    {"host compile ms", {kHostCompile}},
    {"host to device ms", {kHostToDevice}},
    {"output ms", {kDeviceToHost}},
    {"device to device ms", {kDeviceToDevice}},
    {"collectives ms", {kCollective}},
    {"unknown ms", {kUnknown}},
};

// As in TensorFlow, copies within the host count as compute.
int64_t SumOfParts(const Recording::Step& step,
                   std::initializer_list<StepPart> parts) {
  int64_t sum = 0;
  for (const StepPart part : parts) {
    sum += step.parts_ps[static_cast<size_t>(part)];
  }
  return sum;
}

Cell MillisOf(int64_t ps) { return static_cast<double>(ps) / 1e9; }

}  // namespace

Section BreakdownSection(const Recordings& hosts, const ChosenSteps& chosen,
                         const RowFormat& format) {
  const auto took_time = [&](const PartColumn& column) {
    return std::any_of(hosts.begin(), hosts.end(), [&](const auto& host) {
      return std::any_of(host->steps.begin(), host->steps.end(),
                         [&](const Recording::Step& step) {
                           return SumOfParts(step, column.parts) > 0;
                         });
    });
  };
  std::vector<const PartColumn*> shown;
  Table table{{{"step number"}, {"step name"}, {"step time ms"}}, {}};
  for (const PartColumn& column : kPartColumns) {
    if (format.is_for_people && !took_time(column)) continue;
    shown.push_back(&column);
    table.columns.push_back({std::string(column.title)});
  }
  const bool names_hosts = hosts.size() > 1;
  if (names_hosts) table.columns.push_back({"host"});
  std::vector<std::pair<uint32_t, uint32_t>> rows;  // host and step
  for (uint32_t host = 0; host < hosts.size(); ++host) {
    uint32_t row = 0;
    for (const Recording::Step& step : hosts[host]->steps) {
      if (chosen.Contains(step.number)) rows.emplace_back(host, row);
      ++row;
    }
  }
  const size_t count = rows.size();
  table.AddRows(
      count, format.makes_rows,
      // Who packs the rows may let go of the hosts, but not all can be packed.
      [hosts, names_hosts, shown, rows = std::move(rows)](size_t row) {
        const Recording& host = *hosts[rows[row].first];
        const Recording::Step step = host.steps[rows[row].second];
        std::vector<Cell> cells = {step.number, host.NameOf(step),
                                   MillisOf(step.length_ps)};
        for (const PartColumn* const column : shown) {
          cells.push_back(MillisOf(SumOfParts(step, column->parts)));
        }
        if (names_hosts) cells.emplace_back(host.host);
        return cells;
      });
  Section section{"breakdown", {}, std::move(table)};
  if (count == 0) {
    section.notes.emplace_back(
        "no step is marked; mark steps by tf.profiler.experimental.Trace or "
        "jax.profiler.StepTraceAnnotation to see what they wait for");
  }
  return section;
}

}  // namespace tfprof
