// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/recorded_trace.h"

#include <map>
#include <string>

#include <fmt/format.h>

namespace tfprof {

Trace TraceOfRecorded(const StepRecords& records,
                      std::vector<uint32_t>& places) {
  std::vector<std::vector<uint32_t>> of_device(records.devices.size());
  for (uint32_t i = 0; i < records.size(); ++i) {
    of_device[records.device[i]].push_back(i);
  }
  places.assign(records.size(), 0);
  Trace trace;
  trace.is_recording = true;
  trace.step = records.step;
  for (size_t device = 0; device < of_device.size(); ++device) {
    const auto first = static_cast<uint32_t>(trace.size());
    const auto end =
        first + static_cast<uint32_t>(of_device[device].size());
    const StepRecords::Device& of = records.devices[device];
    std::string name(records.strings[of.host]);
    if (!name.empty()) name += ' ';
    name += records.strings[of.name];
    trace.devices.push_back({trace.strings.Intern(name), first, end});
    std::map<uint32_t, uint32_t> line_of_thread;
    for (const uint32_t record : of_device[device]) {
      const uint32_t thread = records.thread[record];
      const auto [line, is_new] = line_of_thread.try_emplace(
          thread, static_cast<uint32_t>(line_of_thread.size()));
      if (is_new) {
        trace.lines.Push(trace.strings.Intern(fmt::format("line {}", thread)));
      }
      const int64_t start = records.all_start[record];
      const int64_t length = records.all_end[record] - start;
      places[record] = static_cast<uint32_t>(trace.size());
      trace.name.push_back(
          trace.strings.Intern(records.strings[records.name[record]]));
      trace.start.push_back(start / 1000);
      trace.duration.push_back(length / 1000);
      trace.events.push_back({static_cast<uint32_t>(start % 1000 * 1000),
                              static_cast<uint32_t>(length % 1000 * 1000),
                              line->second});
    }
    trace.lines.EndRow();
  }
  return trace;
}

}  // namespace tfprof
