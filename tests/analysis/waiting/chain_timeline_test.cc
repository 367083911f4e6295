// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/chain_timeline.h"

#include <vector>

#include "support/catch.h"
#include "support/path_capture.h"

namespace tfprof {

TEST_CASE("the pieces of a chain stand above the works of the step") {
  const TracedStep step = ChainTimeline(PathOf(PathCapture(), {1}));
  const Trace& trace = step.trace;
  CHECK(trace.is_recording);
  CHECK(trace.step == 1);
  REQUIRE(trace.size() == 1);
  CHECK(trace.strings[trace.name[0]] == "gemm");
  CHECK(trace.start[0] == 122);
  CHECK(trace.duration[0] == 60);
  REQUIRE(trace.devices.size() == 1);
  CHECK(trace.strings[trace.devices[0].name] == "/device:gpu:0");
  CHECK(trace.strings[trace.lines[0][0]] == "Stream #1");
  REQUIRE(step.chains.size() == 1);
  const TracedStep::Chain& chain = step.chains[0];
  CHECK(chain.title == "critical path");
  REQUIRE(chain.pieces == 6);
  CHECK(chain.piece(1).name == "launch");
  CHECK(chain.piece(1).node == "cuLaunchKernel");
  CHECK(chain.piece(1).record == TracedStep::kNoRecord);
  CHECK(chain.piece(3).name == "gemm");
  CHECK(chain.piece(3).link == "recorded");
  CHECK(chain.piece(3).start == 122'000);
  CHECK(chain.piece(3).busy == 60'000);
  CHECK(chain.piece(3).record == 0);
}

TEST_CASE("events of a trace are on a chain if they are its works by time") {
  const auto path = PathOf(PathCapture(), {1});
  Trace trace;
  trace.is_recording = true;
  trace.devices.push_back({trace.strings.Intern("/device:GPU:0"), 0, 3});
  trace.lines.Push(trace.strings.Intern("Stream #1"));
  trace.lines.EndRow();
  const StringId gemm = trace.strings.Intern("gemm");
  trace.AddEvent(gemm, 22 * kUs, 60 * kUs, 0);  // of another step
  trace.AddEvent(gemm, 122 * kUs, 60 * kUs, 0);
  trace.AddEvent(trace.strings.Intern("half"), 122 * kUs, 30 * kUs, 0);
  CHECK(EventsOnChain(*path, trace) == std::vector<uint32_t>{1});
}

}  // namespace tfprof
