// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/allocators.h"

#include <string>
#include <vector>

#include "analysis/gate/gate.h"
#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

using Peaks = std::vector<std::pair<std::string, double>>;

// Five runs a side of one length, with these peaks.
GateInput WithPeaks(const Peaks& before, const Peaks& after) {
  GateInputMaker maker;
  maker.AddFive({10'000}, {10'000});
  const auto set = [](std::vector<GateRun>& runs, const Peaks& peaks) {
    for (GateRun& run : runs) {
      for (const auto& [name, bytes] : peaks) {
        run.of_steps[{StepMeasure::kPeakMemory, name}] = bytes;
      }
    }
  };
  set(maker.input().baseline, before);
  set(maker.input().candidate, after);
  MatchStepMeasures(maker.input());
  return maker.input();
}

Verdict VerdictOfPeaks(const Peaks& before, const Peaks& after) {
  return RunGate(WithPeaks(before, after), {}, {}, "2026-01-01").verdict;
}

bool Says(const Verdict& verdict, std::string_view words) {
  return verdict.reason.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("allocators: a place is told by the name") {
  CHECK(AllocatorPlace("cpu") == "host");
  CHECK(AllocatorPlace("mklcpu") == "host");
  CHECK(AllocatorPlace("GPU_0_bfc") == "device 0");
  CHECK(AllocatorPlace("gpu_bfc") == "device 0");
  CHECK(AllocatorPlace("GPU_1_bfc") == "device 1");
  CHECK(AllocatorPlace("gpu_host_bfc") == "pinned");
  CHECK(AllocatorPlace("cuda_host_bfc") == "pinned");
  CHECK(AllocatorPlace("pool").empty());
}

TEST_CASE("allocators: a new name of the same place hides no growth") {
  const Verdict grown =
      VerdictOfPeaks({{"cpu", 1'000'000}}, {{"mklcpu", 1'426'000}});
  CHECK(grown.status == Verdict::Status::kRegression);
  CHECK(Says(grown, "the peak of the memory of mklcpu"));
  const Verdict same =
      VerdictOfPeaks({{"gpu_host_bfc", 5000}, {"GPU_0_bfc", 1'000'000}},
                     {{"cuda_host_bfc", 5000}, {"GPU_0_bfc", 1'000'000}});
  CHECK(same.status == Verdict::Status::kPass);
  // On different devices they are others.
  CHECK(VerdictOfPeaks({{"GPU_0_bfc", 1000}}, {{"GPU_1_bfc", 1000}}).status ==
        Verdict::Status::kInconclusive);
}

TEST_CASE("allocators: those of MKL and of the processor are one") {
  const GateInput input = WithPeaks({{"cpu", 600'000}, {"mklcpu", 400'000}},
                                    {{"cpu", 1'000'000}});
  REQUIRE(input.lone.empty());
  CHECK(input.baseline[0].Of({StepMeasure::kPeakMemory, "cpu"}) == 1'000'000);
  CHECK(input.joined_allocators.size() == 1);
}

TEST_CASE("allocators: one without a match is no silent pass") {
  const Verdict lone = VerdictOfPeaks({{"pool", 1000}}, {{"other", 1'426'000}});
  CHECK(lone.status == Verdict::Status::kInconclusive);
  CHECK(Says(lone, "memory: no match for pool"));
  CHECK(Says(lone, "memory: no match for other"));
  const Verdict gone = VerdictOfPeaks({{"cpu", 1000}}, {});
  CHECK(gone.status == Verdict::Status::kInconclusive);
  CHECK(Says(gone, "memory: no match for cpu"));
}

TEST_CASE("allocators: a run that used none of one used 0 bytes") {
  GateInput input = WithPeaks({{"cpu", 1000}, {"GPU_0_bfc", 1000}},
                              {{"cpu", 1000}, {"GPU_0_bfc", 1000}});
  input.candidate[0].of_steps.erase({StepMeasure::kPeakMemory, "GPU_0_bfc"});
  MatchStepMeasures(input);
  CHECK(input.lone.empty());
  CHECK(input.candidate[0].Of({StepMeasure::kPeakMemory, "GPU_0_bfc"}) == 0);
}

TEST_CASE("a measure of the steps that one side lacks is no silent pass") {
  GateInputMaker maker;
  maker.AddFive({10'000}, {10'000});
  for (GateRun& run : maker.input().baseline) {
    run.of_steps[{StepMeasure::kSlowSteps, ""}] = 11'000;
  }
  MatchStepMeasures(maker.input());
  const Verdict verdict =
      RunGate(maker.input(), {}, {}, "2026-01-01").verdict;
  CHECK(verdict.status == Verdict::Status::kInconclusive);
  CHECK(Says(verdict, "slow steps: not compared"));
}

TEST_CASE("memory must grow by a hundredth and by a kibibyte") {
  using enum Verdict::Status;
  CHECK(VerdictOfPeaks({{"cpu", 10'000'000}}, {{"cpu", 10'090'000}}).status ==
        kPass);
  CHECK(VerdictOfPeaks({{"cpu", 10'000'000}}, {{"cpu", 10'110'000}}).status ==
        kRegression);
  CHECK(VerdictOfPeaks({{"cpu", 10'000}}, {{"cpu", 10'900}}).status == kPass);
}

TEST_CASE("ratios divide: they are those of the medians") {
  GateInputMaker maker;
  for (const double micros : {1000.0, 1001.0, 1002.0, 1003.0, 1400.0}) {
    maker.Before({micros});
    maker.After({micros * 1.2});
  }
  maker.input().candidate[4].of_steps[{StepMeasure::kLength, ""}] = 1300;
  const GateResult result = RunGate(maker.input(), {}, {}, "2026-01-01");
  const StepTest& test = *result.Find(StepMeasure::kLength);
  REQUIRE(test.estimate);
  CHECK(test.estimate->ratio == test.after_median / test.before_median);
  CHECK(test.estimate->low <= test.estimate->ratio);
  CHECK(test.estimate->high >= test.estimate->ratio);
}

TEST_CASE("runs of a history are older, which each verdict says") {
  GateInputMaker maker;
  maker.AddFive({10'000}, {10'000});
  CHECK_FALSE(Says(RunGate(maker.input(), {}, {}, "2026-01-01").verdict,
                   "cannot be told from a change"));
  maker.input().is_against_history = true;
  const GateResult result = RunGate(maker.input(), {}, {}, "2026-01-01");
  CHECK(result.order_is_confounded);
  CHECK(Says(result.verdict, "cannot be told from a change"));
}

TEST_CASE("a slowdown that was approved passes, and says so") {
  GateInputMaker maker;
  maker.AddFive({10'000}, {11'000});
  Acceptance accepted{.place = "b.toml:1",
                      .of_step = StepMeasure::kLength,
                      .max_increase = Decimal{15, 0},
                      .reason = "wider head",
                      .until = "2026-12-31"};
  const auto verdict = [&](std::string_view today) {
    return RunGate(maker.input(), {}, {accepted}, std::string(today)).verdict;
  };
  CHECK(verdict("2026-12-31").status == Verdict::Status::kPass);
  CHECK(verdict("2026-12-31")
            .reason.starts_with("accepted until 2026-12-31: wider head"));
  CHECK(verdict("2027-01-01").status == Verdict::Status::kRegression);
  accepted.max_increase = Decimal{9, 0};
  CHECK(verdict("2026-12-31").status == Verdict::Status::kRegression);
  accepted.max_increase = Decimal{15, 0};
  accepted.of_step = StepMeasure::kFirstStep;
  CHECK(verdict("2026-12-31").status == Verdict::Status::kRegression);
}

}  // namespace tfprof
