// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_timeline.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/path_step.h"

namespace tfprof {

namespace {

constexpr int64_t kStart = StepMaker::kOrigin / 1000;

void AddRecord(Trace& trace, const char* name, int64_t start,
               int64_t duration) {
  trace.name.push_back(trace.strings.Intern(name));
  trace.label.push_back(trace.strings.Intern(std::string(name) + " = Op()"));
  trace.start.push_back(start);
  trace.duration.push_back(duration);
  trace.outputs.EndRow();
  trace.devices.back().end = static_cast<uint32_t>(trace.size());
}

void AddDevice(Trace& trace, std::string_view name) {
  const auto first = static_cast<uint32_t>(trace.size());
  trace.devices.push_back({trace.strings.Intern(name), first, first});
}

}  // namespace

TEST_CASE("the chain of a host is a row of its own, marked on its records") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 30'000);
  maker.Add("idle", "Neg()", 0, 5'000);
  maker.Add("b", "Neg(a)", 32'000, 40'000);
  const PathStep step(maker);
  Trace trace;
  AddDevice(trace, "/host:other");
  AddRecord(trace, "x", kStart, 1);
  AddDevice(trace, StepMaker::kCpu);
  AddRecord(trace, "a", kStart, 30);
  AddRecord(trace, "idle", kStart, 5);
  AddRecord(trace, "b", kStart + 32, 8);
  const std::vector<PathAnswer> hosts = {step.answer};
  const TracedStep timeline = PathTimeline(hosts, std::move(trace));
  REQUIRE(timeline.chains.size() == 1);
  const TracedStep::Chain& chain = timeline.chains[0];
  CHECK(chain.title == "critical path of /job:localhost/replica:0/task:0");
  REQUIRE(chain.pieces == 2);
  CHECK(chain.piece(0).name == "MatMul");
  CHECK(chain.piece(0).node == "a");
  CHECK(chain.piece(0).busy == 30'000);
  CHECK(chain.piece(0).record == 1);
  CHECK(chain.piece(1).link == "data");
  CHECK(chain.piece(1).gap == 2'000);
  CHECK(chain.piece(1).start == StepMaker::kOrigin + 32'000);
  CHECK(chain.piece(1).record == 3);
}

TEST_CASE("without hosts a trace has no chain") {
  Trace trace;
  AddDevice(trace, StepMaker::kCpu);
  AddRecord(trace, "a", kStart, 30);
  const TracedStep timeline = PathTimeline({}, std::move(trace));
  CHECK(timeline.chains.empty());
  CHECK(timeline.trace.size() == 1);
}

TEST_CASE("kernels of another clock are drawn where their launches are") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "MatMul()", 1000, 10'000);
  maker.BeginDevice(StepMaker::kStream);
  constexpr int64_t kOther = 5'000'000'000;  // a clock that began 5 s ago
  maker.AddLabelled("a:gemm", "gemm", 2000, 30'000, {.clock = kOther});
  const PathStep step(maker);
  const int64_t offset = step.hosts[0].clock_offset;
  REQUIRE(offset != 0);
  Trace trace;
  AddDevice(trace, StepMaker::kGpu);
  AddRecord(trace, "a", kStart + 1, 9);
  AddDevice(trace, StepMaker::kStream);
  AddRecord(trace, "a:gemm", (kOther + 2000) / 1000, 28);
  const std::vector<PathAnswer> hosts = {step.answer};
  const TracedStep timeline = PathTimeline(hosts, std::move(trace));
  CHECK(timeline.trace.start[0] == kStart + 1);
  CHECK(timeline.trace.start[1] == (kOther + 2000 + offset) / 1000);
  CHECK(timeline.trace.start[1] >= kStart);
}

}  // namespace tfprof
