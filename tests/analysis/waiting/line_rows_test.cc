// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/line_rows.h"

#include <string>
#include <tuple>
#include <vector>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

// Line, and self and total time in us.
using LineRow = std::tuple<std::string, int64_t, int64_t>;

std::vector<LineRow> LineRowsOf(const HostView& view,
                                const std::vector<AccountWindow>& windows) {
  std::vector<LineRow> rows;
  for (const HostLineRow& row : HostLinesOf(view, windows)) {
    rows.emplace_back(row.line, row.self_ps / kUs, row.total_ps / kUs);
  }
  return rows;
}

}  // namespace

TEST_CASE("lines of the program have the time of libraries below them") {
  RecordedMaker maker;
  maker.Event(0, "$train.py:3 main", 0, 100);
  maker.Event(0, "$train.py:12 step", 20, 60);
  maker.Event(0, "$pjit.py:100 cache_miss", 30, 50);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(LineRowsOf(view, {{0, 0, 200 * kUs}}) ==
        std::vector<LineRow>{{"train.py:3 main", 60, 100},
                             {"train.py:12 step", 40, 40}});
}

TEST_CASE("frames of libraries are lines if the user asks for them") {
  RecordedMaker maker;
  maker.Event(0, "$train.py:3 main", 0, 100);
  maker.Event(0, "$pjit.py:100 cache_miss", 30, 50);
  maker.Event(0, "$<string>:1 run", 35, 40);
  const auto host = WaitingHost(maker, {{0, "python"}});
  const std::vector<AccountWindow> window = {{0, 0, 200 * kUs}};
  const std::vector<LineRow> both = {{"train.py:3 main", 80, 100},
                                     {"pjit.py:100 cache_miss", 20, 20}};
  CHECK(LineRowsOf(HostView(host, {.are_all = true, .globs = {}}), window) ==
        both);
  CHECK(LineRowsOf(HostView(host, {.are_all = false, .globs = {"pj*.py"}}),
                   window) == both);
  CHECK(LineRowsOf(HostView(host, {.are_all = false, .globs = {"pjit"}}),
                   window) ==
        std::vector<LineRow>{{"train.py:3 main", 100, 100}});
}

TEST_CASE("only time in windows counts, in each window that holds it") {
  RecordedMaker maker;
  maker.Event(0, "$train.py:3 main", 0, 100);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(LineRowsOf(view, {{0, 10 * kUs, 40 * kUs}, {1, 30 * kUs, 50 * kUs}}) ==
        std::vector<LineRow>{{"train.py:3 main", 50, 50}});
}

TEST_CASE("a function that calls itself counts once in its total") {
  RecordedMaker maker;
  constexpr int64_t kDepth = 5000;
  for (int64_t i = 0; i < kDepth; ++i) {
    maker.Event(0, "$walk.py:1 visit", i, 3 * kDepth - i);
  }
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK(LineRowsOf(view, {{0, 0, 100'000 * kUs}}) ==
        std::vector<LineRow>{{"walk.py:1 visit", 3 * kDepth, 3 * kDepth}});
}

}  // namespace tfprof
