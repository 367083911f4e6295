// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/recorded_trace.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

void AddRecord(StepRecords& records, uint32_t device, uint32_t thread,
               const char* name, int64_t start, int64_t end) {
  records.device.push_back(device);
  records.thread.push_back(thread);
  records.name.push_back(records.strings.Intern(name));
  records.all_start.push_back(start);
  records.all_end.push_back(end);
}

}  // namespace

TEST_CASE("records of a recording stand by device, on the lines of their threads") {
  StepRecords records;
  records.step = 7;
  const StringId host = records.strings.Intern("h");
  records.devices.resize(2);
  records.devices[0].name = records.strings.Intern("/device:cpu:0");
  records.devices[1].name = records.strings.Intern("/device:gpu:0");
  records.devices[0].host = host;
  records.devices[1].host = records.strings.Intern("");
  AddRecord(records, 1, 14, "kernel", 9'000'500, 9'002'250);
  AddRecord(records, 0, 3, "a", 1'000, 3'999);
  AddRecord(records, 0, 9, "b", 2'000, 2'500);
  AddRecord(records, 0, 3, "c", 4'000, 5'000);
  std::vector<uint32_t> places;
  const Trace trace = TraceOfRecorded(records, places);
  CHECK(trace.is_recording);
  CHECK(trace.step == 7);
  CHECK(places == std::vector<uint32_t>{3, 0, 1, 2});
  REQUIRE(trace.devices.size() == 2);
  CHECK(trace.strings[trace.devices[0].name] == "h /device:cpu:0");
  CHECK(trace.devices[0].end == 3);
  CHECK(trace.strings[trace.devices[1].name] == "/device:gpu:0");
  CHECK(trace.devices[1].first == 3);
  REQUIRE(trace.lines[0].size() == 2);
  CHECK(trace.strings[trace.lines[0][1]] == "line 9");
  CHECK(trace.strings[trace.lines[1][0]] == "line 14");
  CHECK(trace.events[1].line == 1);
  CHECK(trace.events[2].line == 0);
  // ns are us and what is left of them, in ps.
  CHECK(trace.start[3] == 9'000);
  CHECK(trace.events[3].start_ps == 500'000);
  CHECK(trace.duration[3] == 1);
  CHECK(trace.events[3].duration_ps == 750'000);
  CHECK(trace.outputs.size() == 0);
}

}  // namespace tfprof
