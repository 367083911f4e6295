// SPDX-License-Identifier: Apache-2.0
// Files of recordings as traces of their events.
#include "recorded/event_trace.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/recording/read_recorded_host.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;
using Number = int64_t;

Capture CaptureOf(const std::vector<MakePlane>& planes) {
  const std::string path = "run/a.xplane.pb";
  const Bytes owned{MakeXSpace(planes, "h")};
  Diagnostics diagnostics;
  auto host = ReadRecordedHost({path, owned}, {}, diagnostics,
                               /*with_events=*/true);
  REQUIRE(host.has_value());
  return MakeCapture({*host});
}

// "PLANE LINE NAME BEGIN LENGTH" of each event, in ns.
Words EventsOfTrace(const Trace& trace) {
  Words words;
  for (size_t d = 0; d < trace.devices.size(); ++d) {
    const Trace::Device& device = trace.devices[d];
    for (uint32_t i = device.first; i < device.end; ++i) {
      const Trace::Event& rest = trace.events[i];
      words.push_back(
          fmt::format("{} {} {} {} {}", trace.strings[device.name],
                      trace.strings[trace.lines[d][rest.line]],
                      trace.strings[trace.name[i]],
                      trace.start[i] * 1000 + rest.start_ps / 1000,
                      trace.duration[i] * 1000 + rest.duration_ps / 1000));
    }
  }
  return words;
}

MakePlane HostPlane() {
  MakePlane host("/host:CPU");
  host.Line(
      1, "main", 0,
      {host.Event("step", 0, 100'000, {{"step_num", Number{3}}}),
       host.Event("launch", 10'000, 1'000, {{"correlation_id", Number{5}}}),
       host.Event("step", 200'000, 100'000, {{"step_num", Number{4}}})});
  return host;
}

}  // namespace

TEST_CASE("a trace has all lines, and devices on their moved clocks") {
  MakePlane gpu("/device:GPU:0");
  // Before its launch, and over the next one.
  gpu.Line(14, "stream", 0,
           {gpu.Event("k", 4'000, 9'000, {{"correlation_id", Number{5}}}),
            gpu.Event("l", 8'000, 2'000)});
  gpu.Line(2, "XLA Ops", 0, {gpu.Event("op", 4'000, 2'000)});
  MakePlane other("/other");
  other.Line(7, "", 1, {other.Event("x", 0, 3'000), other.Event("y", 0, -1)});
  const Capture capture = CaptureOf({HostPlane(), gpu, other});
  const Trace trace = EventsOf(capture.processes[0]);
  CHECK(trace.is_recording);
  CHECK(trace.host == "h");
  CHECK(EventsOfTrace(trace) ==
        Words{"/host:CPU main step 0 100", "/host:CPU main launch 10 1",
              "/host:CPU main step 200 100", "/device:GPU:0 stream k 10 4",
              "/device:GPU:0 stream l 14 2", "/device:GPU:0 XLA Ops op 10 2",
              "/other 7 x 1 3"});
  CHECK(CountEvents(capture.processes[0]) == 8);
  // Rows of host events are those of threads alone.
  for (const RecordedHost::Line& line : capture.processes[0].host->lines) {
    const bool is_thread = line.use == RecordedHost::LineUse::kHostThread;
    CHECK(line.end - line.first == (is_thread ? line.events : 0));
  }
}

TEST_CASE("events of a TPU are on its own clock, on whatever line") {
  MakePlane tpu("/device:TPU:0");
  const auto event = [&](const std::string& name, Number at) {
    return tpu.Event(name, 9'000, 9'000,
                     {{"device_offset_ps", at}, {"device_duration_ps", at}});
  };
  tpu.Line(1, "XLA Ops", 0, {event("dot", 2'000)});
  tpu.Line(2, "Async XLA Ops", 0, {event("copy", 3'000)});
  const Capture capture = CaptureOf({tpu});
  CHECK(EventsOfTrace(EventsOf(capture.processes[0])) ==
        Words{"/device:TPU:0 XLA Ops dot 2 2",
              "/device:TPU:0 Async XLA Ops copy 3 3"});
}

TEST_CASE("events of steps are those that touch their windows") {
  const Capture capture = CaptureOf({HostPlane()});
  REQUIRE(capture.steps.size() == 2);
  const auto events_of = [&](const std::vector<uint32_t>& steps) {
    return EventsOfTrace(
        EventsIn(capture.processes[0], WindowSpansOf(capture, 0, steps)));
  };
  CHECK(events_of({0}) ==
        Words{"/host:CPU main step 0 100", "/host:CPU main launch 10 1"});
  CHECK(events_of({1}) == Words{"/host:CPU main step 200 100"});
  CHECK(events_of({0, 1}).size() == 3);
  CHECK(events_of({}).empty());
  const auto at = [&](int64_t begin_ps, int64_t end_ps) {
    return EventsIn(capture.processes[0], {{begin_ps, end_ps}}).size();
  };
  CHECK(at(100'000, 150'000) == 1);  // the first step ends there
  CHECK(at(150'000, 200'000) == 0);  // the second one begins there
  CHECK(at(150'000, 200'001) == 1);
}

}  // namespace tfprof
