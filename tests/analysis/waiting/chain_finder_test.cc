// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/chain_finder.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

HostStep StepOf(int64_t begin, int64_t end, LengthIs length_is) {
  HostStep step;
  step.begin_ps = begin * kUs;
  step.length_ps = (end - begin) * kUs;
  step.length_is = length_is;
  return step;
}

// "0+10 launch cuLaunchKernel"; a guess ends in '~'.
std::vector<std::string> ChainOf(const HostView& view, const HostStep& step) {
  ChainFinder finder(view);
  const std::vector<ChainPiece> chain = finder.ChainOf(step);
  const ChainSums sums = finder.SumsOf(step, chain);
  CHECK(sums.work_ps + sums.hidden_work_ps == sums.occupied_ps);
  CHECK(sums.pieces == chain.size());
  int64_t at_ps = step.begin_ps;
  std::vector<std::string> words;
  for (const ChainPiece& piece : chain) {
    CHECK(piece.begin_ps == at_ps);
    CHECK(piece.length_ps > 0);
    at_ps = piece.end_ps();
    words.push_back(fmt::format(
        "{}+{} {}{}{}{}", piece.begin_ps / kUs, piece.length_ps / kUs,
        piece.is_work() ? "work" : WordsOf(piece.reason),
        piece.name.empty() ? "" : " ", piece.name,
        piece.link == PieceLink::kGuess ? "~" : ""));
  }
  CHECK(at_ps == step.end_ps());
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the path goes from a read of a result over works to their launch") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t a = maker.Node("a");
  const uint32_t b = maker.Node("b");
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "load", 2, 10);
  const uint32_t first = maker.Event(0, "cuLaunchKernel", 10, 14);
  const uint32_t next = maker.Event(0, "cuLaunchKernel", 16, 18);
  maker.Event(0, "np.asarray(jax.Array)", 20, 90);
  maker.Work(gpu, 20, 50, a, first);
  maker.Work(gpu, 50, 80, b, next);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(ChainOf(view, StepOf(0, 100, LengthIs::kMarker)) ==
        Words{"0+2 unknown", "2+8 region load", "10+4 launch cuLaunchKernel",
              "14+6 queued", "20+30 work a", "50+30 work b",
              "80+10 host_read np.asarray(jax.Array)", "90+10 unknown"});
}

TEST_CASE("a step told by works ends at the work that ended last") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t a = maker.Node("a");
  maker.Work(gpu, 20, 50, a);
  const HostView view(WaitingHost(maker));
  CHECK(ChainOf(view, StepOf(10, 60, LengthIs::kEndToEnd)) ==
        Words{"10+10 unknown", "20+30 work a", "50+10 unknown"});
  CHECK(ChainOf(view, StepOf(60, 70, LengthIs::kEndToEnd)) ==
        Words{"60+10 unknown"});
  // A window that cuts a work has the part within.
  CHECK(ChainOf(view, StepOf(30, 50, LengthIs::kEndToEnd)) ==
        Words{"30+20 work a"});
}

TEST_CASE("work of another stream before is a guess, and hidden work counts") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t a = maker.Node("a");
  const uint32_t b = maker.Node("b");
  maker.Work(gpu, 10, 50, a);
  maker.host().work.rows[maker.Work(gpu, 60, 80, b)].lane = 99;
  const HostView view(WaitingHost(maker));
  CHECK(
      ChainOf(view, StepOf(0, 80, LengthIs::kEndToEnd)) ==
      Words{"0+10 unknown", "10+40 work a~", "50+10 unknown", "60+20 work b"});
}

TEST_CASE("all devices of a collective wait for the last one to come") {
  RecordedMaker maker;
  const uint32_t fast = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t slow = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node("all-reduce", "jit_f(1)", "all-reduce.1");
  const uint32_t before = maker.Node("gemm");
  maker.Work(fast, 10, 90, node);
  maker.Work(slow, 0, 60, before);
  maker.Work(slow, 60, 89, node);
  const HostView view(WaitingHost(maker));
  CHECK(ChainOf(view, StepOf(0, 90, LengthIs::kEndToEnd)) ==
        Words{"0+60 work gemm", "60+30 work all-reduce.1"});
}

TEST_CASE("a call that waits for its tasks leads to them and back to it") {
  RecordedMaker maker;
  maker.Device(DeviceKind::kGpu);
  maker.Work(0, 500, 510, maker.Node("elsewhere"));
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "SessionRun", 10, 90);
  const uint32_t giver = maker.Event(0, "Schedule::Now", 12, 14);
  const uint32_t task = maker.Event(1, "Run::Now", 20, 80);
  maker.Link(giver, task);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(ChainOf(view, StepOf(0, 100, LengthIs::kMarker)) ==
        Words{"0+10 unknown", "10+2 dispatch SessionRun",
              "12+8 runtime hand-over", "20+60 runtime Run::Now",
              "80+10 runtime hand-back", "90+10 unknown"});
}

TEST_CASE("links in a circle end in a chain without holes") {
  RecordedMaker maker;
  maker.Device(DeviceKind::kGpu);
  maker.Work(0, 500, 510, maker.Node("elsewhere"));
  maker.Event(0, "a::b", 0, 10);
  const uint32_t one = maker.Event(0, "c::d", 50, 50);
  maker.Event(1, "e::f", 0, 10);
  const uint32_t other = maker.Event(1, "g::h", 50, 50);
  maker.Link(one, other);
  maker.StatsOf(one).consumes = 1;
  maker.StatsOf(other).produces = 1;
  auto host = WaitingHost(maker);
  host->events.producers.AddRow(std::vector{other});
  host->events.consumers.AddRow(std::vector{one});
  const HostView view(host);
  const Words chain = ChainOf(view, StepOf(0, 50, LengthIs::kMarker));
  CHECK(chain.size() >= 2);
}

TEST_CASE("an instruction of a CPU is work, and its thread was given it") {
  RecordedMaker maker;
  const uint32_t cpu = maker.Device(DeviceKind::kCpu);
  const uint32_t node = maker.Node("dot", "jit_f(1)", "dot.1");
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "PjitFunction(f)", 10, 30);
  const uint32_t giver = maker.Event(0, "Execute::Give", 12, 14);
  maker.Event(0, "np.asarray(jax.Array)", 40, 95);
  const uint32_t start =
      maker.Event(1, "ThreadpoolListener::StartRegion", 20, 20);
  const uint32_t event = maker.Event(1, "dot.1", 22, 90);
  maker.Link(giver, start);
  maker.OfEvent(maker.Work(cpu, 22, 90, node), event);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(ChainOf(view, StepOf(0, 100, LengthIs::kMarker)) ==
        Words{"0+10 unknown", "10+2 dispatch PjitFunction(f)",
              "12+8 runtime hand-over", "20+2 runtime", "22+68 work dot.1",
              "90+5 host_read np.asarray(jax.Array)", "95+5 unknown"});
}

TEST_CASE("the words of links are those of the tables") {
  CHECK(WordsOf(PieceLink::kRecorded) == "recorded");
  CHECK(WordsOf(PieceLink::kGuess) == "guess");
  CHECK(WordsOf(PieceLink::kNone) == "none");
}

}  // namespace tfprof
