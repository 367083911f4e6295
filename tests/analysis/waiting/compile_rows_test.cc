// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/compile_rows.h"

#include <vector>

#include "recorded/event_details.h"
#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("a program is compiled in the outermost call around") {
  RecordedMaker maker;
  for (const int64_t at : {0, 100}) {
    maker.Event(0, "PjitFunction(train)", at, at + 90);
    maker.Event(0, "PjitFunction(inner)", at + 10, at + 80);
    maker.Event(0, "backend_compile_and_load", at + 20, at + 50);
    maker.Event(0, "PjRtClient::Compile", at + 30, at + 40);  // in the other
  }
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  const std::vector<CompileRow> rows = CompilesOf(
      view,
      {{7, 0, 10 * kUs}, {8, 5 * kUs, 60 * kUs}, {9, 100 * kUs, 200 * kUs}});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].program == "train");
  CHECK(rows[0].times == 2);
  CHECK(rows[0].host_ps == 60 * kUs);
  CHECK(rows[0].steps == std::vector<int64_t>{8, 9});
  CHECK(!rows[0].tracing_count);
}

TEST_CASE("a look into the cache compiles nothing") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(f)", 0, 50);
  maker.Event(0, "$pjit.py:9 _create_pjit_jaxpr", 10, 20);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(CompilesOf(view, {}).empty());
}

TEST_CASE("TensorFlow counts how often it traced a function") {
  RecordedMaker maker;
  for (const int64_t count : {4, 5}) {
    const uint32_t call =
        maker.Event(0, "train_step", count * 100, count * 100 + 50);
    HostEvents::Stats& stats = maker.StatsOf(call);
    stats.has |=
        HostEvents::kFunctionCall | HostEvents::kTraced | kHasTracingCount;
    stats.step_num = count;
  }
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  const std::vector<CompileRow> rows = CompilesOf(view, {});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].program == "train_step");
  CHECK(rows[0].times == 2);
  CHECK(rows[0].tracing_count == 5);
  CHECK(rows[0].steps.empty());
}

}  // namespace tfprof
