// SPDX-License-Identifier: Apache-2.0
#include "model/packed_events.h"

#include <cstdint>
#include <deque>
#include <utility>

#include "support/catch.h"

namespace tfprof {

namespace {

void EmitEvents(DumpSink& sink) {
  sink.BeginHost("h");
  sink.BeginPlane("/host:CPU");
  sink.BeginLine("first");
  sink.AddEvent("a", -1, 3);
  sink.AddEvent("b", INT64_MAX, INT64_MAX);
  sink.BeginLine("nothing ran");
  sink.BeginLine("third");
  sink.AddEvent("a", 1'700'000'000'000'000'001, 0);
  sink.BeginPlane("/empty");
  sink.BeginPlane("/device:GPU:0");
  sink.BeginLine("stream");
  sink.AddEvent("c", 5'000'000, -7);
  sink.BeginLine("nothing ran here");
  sink.BeginHost("other");
}

PackedEvents Packed() {
  EventPacker packer;
  EmitEvents(packer);
  std::deque<PackedEvents> hosts = packer.Finish();
  REQUIRE(hosts.size() == 2);
  return std::move(hosts.front());
}

Trace Collected() {
  TraceBuilder builder;
  EmitEvents(builder);
  return std::move(builder.Finish().front());
}

void CheckSame(const Trace& again, const Trace& trace) {
  CHECK(again.is_recording);
  CHECK(again.host == "h");
  REQUIRE(again.size() == 4);
  CHECK(again.name == trace.name);
  CHECK(again.label.size() == 0);
  CHECK(again.start == trace.start);
  CHECK(again.duration == trace.duration);
  CHECK(again.strings[again.name[1]] == "b");
  CHECK(again.outputs.size() == 0);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(again.events[i].start_ps == trace.events[i].start_ps);
    CHECK(again.events[i].duration_ps == trace.events[i].duration_ps);
    CHECK(again.events[i].line == trace.events[i].line);
  }
  REQUIRE(again.devices.size() == 3);
  REQUIRE(again.lines.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(again.devices[i].name == trace.devices[i].name);
    CHECK(again.devices[i].first == trace.devices[i].first);
    CHECK(again.devices[i].end == trace.devices[i].end);
    REQUIRE(again.lines[i].size() == trace.lines[i].size());
    for (size_t line = 0; line < trace.lines[i].size(); ++line) {
      CHECK(again.lines[i][line] == trace.lines[i][line]);
    }
  }
}

}  // namespace

TEST_CASE("events are the same when they were packed") {
  CheckSame(Packed().Unpack(), Collected());
}

TEST_CASE("packed events are handed on as they came") {
  TraceBuilder builder;
  Packed().Replay(builder);
  CheckSame(builder.Finish().front(), Collected());
}

TEST_CASE("packed events know how many they are and when they begin") {
  PackedEvents events = Packed();
  CHECK(events.size() == 4);
  CHECK(events.first_us() == -1);
  events.SetStep(3);
  CHECK(events.Unpack().events_of == 3);
  EventPacker packer;
  packer.BeginHost("h");
  CHECK(packer.Finish().front().first_us() == INT64_MAX);
}

TEST_CASE("an event takes few bytes, whatever line it is of") {
  EventPacker packer;
  packer.BeginHost("h");
  packer.BeginPlane("/host:CPU");
  constexpr int kLines = 20'000;
  for (int line = 0; line < kLines; ++line) {
    packer.BeginLine("python");
    packer.AddEvent("a", int64_t{10'000} * line, 9'000);
  }
  // Its name, the time since the one before, its length, that it is on the next line.
  CHECK(packer.Finish().front().bytes() <= kLines * (1 + 3 + 3 + 1));
}

}  // namespace tfprof
