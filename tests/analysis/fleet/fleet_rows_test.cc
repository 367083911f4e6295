// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_rows.h"

#include <map>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/made_fleet.h"

namespace tfprof {

namespace {

int64_t Twice(std::vector<int64_t> values) { return TwiceMedian(values); }

// The medians over two workers, by row of the view.
std::map<std::string, double> RowsOf(FleetView view) {
  FleetRows rows(view);
  REQUIRE(rows.Add(0, MakeWorker("a", 10, 2, 3, 4)));
  REQUIRE(rows.Add(1, MakeWorker("b", 20, 2, 3, 0)));
  std::map<std::string, double> medians;
  REQUIRE(rows.ForEach([&](const FleetRows::Row& row) {
    if (!row.is_node) medians[std::string(row.name)] = row.MedianNs(2);
  }));
  return medians;
}

}  // namespace

TEST_CASE("rows are spread over all workers, those without it too") {
  std::vector<Worker> workers;
  for (size_t i = 0; i < 3; ++i) {
    workers.push_back(MakeWorker(NameOfWorker(i), kMilli, 0, 0, 0));
  }
  workers[1].nodes = {};
  workers[1].nodes.Add({"net/layer/MatMul", "MatMul", "", WorkKind::kOwn});
  workers[1].nodes.AddTime(0, 1);
  workers[1].nodes.AddTime(1, 2);
  workers[1].nodes.AddTime(2, 9);
  workers[2].nodes = {};
  const FleetResult result = ResultOf(workers);
  REQUIRE(result.rows.size() == 3);      // net, net/layer, net/layer/MatMul
  CHECK(result.rows[0].median_ns == 2);  // of 0, the median of 1, 2, 9; 1 ms
  CHECK(result.rows[0].most_ns == kMilli);
  CHECK(result.rows[0].worst_worker == "worker_0");
  CHECK(result.rows[0].sum_ns == 3 * kMilli + 12);
}

TEST_CASE("a node that ran in less than half of the steps takes 0 in most") {
  for (const size_t steps_run : {1, 2}) {
    Worker worker = MakeWorker("a", 10, 0, 0, 0);
    REQUIRE(worker.steps.size() == 3);
    const WorkerNodes made = std::exchange(worker.nodes, {});
    worker.nodes.Add(made[1]);
    for (uint32_t step = 0; step < steps_run; ++step) {
      worker.nodes.AddTime(step, 10);
    }
    FleetRows rows(FleetView::kOp);
    REQUIRE(rows.Add(0, worker));
    REQUIRE(rows.ForEach([&](const FleetRows::Row& row) {
      if (row.name != "MatMul" && row.name != worker.nodes[0].name) return;
      CHECK(row.MedianNs(1) == (steps_run == 1 ? 0 : 10));
      CHECK(row.values[0].sum_ns == static_cast<int64_t>(10 * steps_run));
    }));
  }
}

TEST_CASE("twice the median is whole") {
  CHECK(Twice({}) == 0);
  CHECK(Twice({3}) == 6);
  CHECK(Twice({9, 1, 4}) == 8);
  CHECK(Twice({1, 4}) == 5);
  CHECK(Twice({7, 1, 4, 2}) == 6);
}

TEST_CASE("scopes of a name come from the outermost on, to a depth") {
  std::vector<std::string> scopes;
  const auto take = [&](std::string_view scope) { scopes.emplace_back(scope); };
  ForEachScope("a/b/c", take);
  CHECK(scopes == std::vector<std::string>{"a", "a/b", "a/b/c"});
  scopes.clear();
  ForEachScope("/a", take);
  CHECK(scopes == std::vector<std::string>{"/a"});
  scopes.clear();
  std::string deep = "x";
  for (int i = 0; i < 100; ++i) deep += "/x";
  ForEachScope(deep, take);
  CHECK(scopes.size() == 17);
  CHECK(scopes.back() == deep);
}

TEST_CASE("rows are those of the view, each with what its nodes took") {
  CHECK(RowsOf(FleetView::kOp) ==
        std::map<std::string, double>{{"IteratorGetNext", 2},
                                      {"MatMul", 15},
                                      {"_Recv", 3},
                                      {"CollectiveReduceV2", 2}});
  CHECK(RowsOf(FleetView::kCode) ==
        std::map<std::string, double>{
            {"in.py:1", 2}, {"net.py:2", 15}, {"(no code line)", 5}});
  const auto scopes = RowsOf(FleetView::kScope);
  CHECK(scopes.at("net") == 18);
  CHECK(scopes.at("net/layer") == 15);
  CHECK(scopes.at("sync") == 2);
}

TEST_CASE("quantiles count workers that lack a row as 0, and lie between two") {
  FleetRows::Value one, two;
  one.twice_ns = 20;
  two.twice_ns = 40;
  const std::vector<FleetRows::Value> values = {one, two};
  FleetRows::Row row;
  row.values = values;
  CHECK(row.QuantileNs(2, 0.5) == 15);
  CHECK(row.MedianNs(3) == 10);
  CHECK(row.MedianNs(5) == 0);
  CHECK(row.QuantileNs(5, 1) == 20);
  CHECK(row.QuantileNs(5, 0.75) == 10);
}

}  // namespace tfprof
