// SPDX-License-Identifier: Apache-2.0
#include "model/packed_events.h"

#include <utility>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("events are the same when they were packed") {
  const auto collected = [] {
    TraceBuilder builder;
    builder.BeginHost("h");
    builder.BeginPlane("/host:CPU");
    builder.BeginLine("first");
    builder.AddEvent("a", -1, 3);
    builder.AddEvent("b", INT64_MAX, INT64_MAX);
    builder.BeginLine("second");
    builder.AddEvent("a", 1'700'000'000'000'000'001, 0);
    builder.BeginPlane("/empty");
    return std::move(builder.Finish().front());
  };
  const Trace trace = collected();
  const Trace again = PackedEvents(collected()).Unpack();
  CHECK(again.is_recording);
  CHECK(again.host == "h");
  REQUIRE(again.size() == 3);
  CHECK(again.name == trace.name);
  CHECK(again.label.empty());
  CHECK(again.start == trace.start);
  CHECK(again.duration == trace.duration);
  CHECK(again.strings[again.name[1]] == "b");
  CHECK(again.outputs.size() == 0);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(again.events[i].start_ps == trace.events[i].start_ps);
    CHECK(again.events[i].duration_ps == trace.events[i].duration_ps);
    CHECK(again.events[i].line == trace.events[i].line);
  }
  REQUIRE(again.devices.size() == 2);
  CHECK(again.devices[0].end == 3);
  CHECK(again.lines[0].size() == 2);
}

}  // namespace tfprof
