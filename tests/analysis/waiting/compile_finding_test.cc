// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/compile_finding.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

// In each of three steps of 100 us `program` compiles for `us` microseconds,
// up to the step `last`.
std::vector<CompileFinding> FindingsOf(const std::string& program, int64_t last,
                                       int64_t us) {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  for (int64_t step = 0; step < 3; ++step) {
    const int64_t at = 100 * step;
    maker.Marker(0, "train", step, at, at + 100);
    if (step <= last) {
      maker.Event(0, "PjitFunction(" + program + ")", at + 10, at + 60);
      maker.Event(0, "backend_compile_and_load", at + 10, at + 10 + us);
    }
    maker.Work(gpu, at + 70, at + 80, node);
  }
  return FindCompileFindings(
      *WaitingOf(WaitingCapture(maker, {{0, "python"}}), {0, 1, 2}));
}

}  // namespace

TEST_CASE("a program that compiles in more than one step is a finding") {
  const std::vector<CompileFinding> findings = FindingsOf("f", 1, 20);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "f");
  CHECK(findings[0].host_ps == 40 * kUs);
  CHECK(findings[0].text ==
        "f was traced or compiled in 2 steps (0, 1), 40us of the host: keep "
        "shapes, types and static arguments the same; "
        "jax.config.update(\"jax_explain_cache_misses\", True) tells why");
}

TEST_CASE("however short it was") { CHECK(FindingsOf("f", 2, 1).size() == 1); }

TEST_CASE("steps that were not chosen count, and one finding stands for all") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  for (int64_t step = 0; step < 3; ++step) {
    const int64_t at = 100 * step;
    maker.Marker(0, "train", step, at, at + 100);
    if (step < 2) {
      maker.Event(0, "PjitFunction(f)", at + 10, at + 30);
      maker.Event(0, "backend_compile_and_load", at + 10, at + 20);
      maker.Event(0, "PjitFunction(g)", at + 40, at + 60);
      maker.Event(0, "backend_compile_and_load", at + 40, at + 60);
    }
    maker.Work(gpu, at + 70, at + 80, node);
  }
  const auto waiting = WaitingOf(WaitingCapture(maker, {{0, "python"}}), {2});
  CHECK(FindCompileFindings(*waiting).size() == 2);
  const auto worst = WorstCompileFinding(*waiting);
  REQUIRE(worst);
  CHECK(worst->name == "g");
  CHECK(worst->text.ends_with("; 1 other program too"));
}

TEST_CASE("a program that compiles in one step is no finding") {
  CHECK(FindingsOf("f", 0, 40).empty());
}

}  // namespace tfprof
