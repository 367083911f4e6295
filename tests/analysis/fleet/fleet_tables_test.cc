// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_tables.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/made_fleet.h"
#include "support/table_of.h"

namespace tfprof {

TEST_CASE("fleet tables: a worker has its parts in us, a damaged one its error") {
  std::vector<Worker> workers = {MakeWorker("a", kMilli, 200'000, 0, 0),
                                 MakeWorker("b", kMilli, 200'000, 0, 0)};
  workers.emplace_back().name = "c";
  workers.back().error = "no such file";
  const auto sections = FleetSections(ResultOf(workers), FleetView::kOp);
  REQUIRE(sections.size() == 3);
  const auto a = RowOf(sections[0], "a");
  CHECK(a[1] == Cell());
  CHECK(a[2] == Cell(int64_t{3}));
  CHECK(a[3] == Cell(1200.0));
  CHECK(a[7] == Cell(1200.0));  // own work, input and idle
  CHECK(a[8] == Cell(1000.0));
  CHECK(a[9] == Cell(200.0));
  const auto c = RowOf(sections[0], "c");
  CHECK(c[1] == Cell("no such file"));
  CHECK(c[2] == Cell(int64_t{0}));
  CHECK(c[3] == Cell());
}

TEST_CASE("fleet tables: that there is no straggler is said") {
  const auto sections =
      FleetSections(ResultOf({MakeWorker("a", kMilli, 0, 0, 0),
                              MakeWorker("b", kMilli, 0, 0, 0)}),
                    FleetView::kOp);
  CHECK(TableOf(sections[1]).rows.empty());
  CHECK(sections[1].notes ==
        std::vector<std::string>{"no worker is slower than others"});
}

TEST_CASE("fleet tables: a straggler has its cause, its row and its line") {
  const auto sections =
      FleetSections(ResultOf(SynchronousJob(), FleetView::kOp), FleetView::kOp);
  CHECK(sections[1].notes.empty());
  const auto row = RowOf(sections[1], "worker_5");
  CHECK(row[1] == Cell("input"));
  CHECK(row[2] == Cell("IteratorGetNext"));
  CHECK(row[3] == Cell("in.py:1"));
  CHECK(RowOf(sections[2], "op")[1] == Cell("MatMul"));
}

}  // namespace tfprof
