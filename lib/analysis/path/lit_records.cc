// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/lit_records.h"

#include <algorithm>
#include <string_view>

#include "model/step_line.h"

namespace tfprof {

std::vector<uint32_t> PlacesOf(const StepRecords& records, const Trace& trace) {
  std::vector<uint32_t> places;
  for (const Trace::Device& device : trace.devices) {
    const std::string_view name = trace.strings[device.name];
    if (ReadStepLine(name).line == StepLine::kOther) continue;
    for (uint32_t i = device.first; i < device.end; ++i) places.push_back(i);
  }
  if (places.size() != records.size()) places.clear();
  return places;
}

std::vector<uint32_t> RecordsOnPath(const std::vector<StepTasks>& hosts,
                                    const Trace& trace) {
  std::vector<uint32_t> lit;
  if (hosts.empty()) return lit;
  const std::vector<uint32_t> places = PlacesOf(*hosts.front().records, trace);
  for (const StepTasks& tasks : hosts) {
    if (places.empty()) break;
    for (const ChainTask& row : FindPath(tasks, false).chain) {
      lit.push_back(places[tasks.record[row.task]]);
    }
  }
  std::sort(lit.begin(), lit.end());
  lit.erase(std::unique(lit.begin(), lit.end()), lit.end());
  return lit;
}

}  // namespace tfprof
