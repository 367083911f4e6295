// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/stragglers.h"

#include "support/catch.h"
#include "support/made_fleet.h"

namespace tfprof {

TEST_CASE("stragglers of a synchronous job are found and explained") {
  const std::vector<std::string> lines = TextOf(ResultOf(SynchronousJob()));
  std::vector<std::string> stragglers(lines.begin(), lines.begin() + 3);
  std::sort(stragglers.begin(), stragglers.end());
  CHECK(stragglers ==
        std::vector<std::string>{"worker_3 own work net/layer/MatMul net.py:2",
                                 "worker_5 input input/next in.py:1",
                                 "worker_8 waiting for others net/recv "});
  const FleetResult result = ResultOf(SynchronousJob());
  CHECK(result.stragglers.size() == 3);
  for (const FleetWorker& worker : result.workers) {
    const bool is_planted = worker.name == "worker_3" ||
                            worker.name == "worker_5" ||
                            worker.name == "worker_8";
    CHECK(worker.is_straggler == is_planted);
  }
}

TEST_CASE("stragglers are told by type or by line") {
  const auto first = [](FleetView view) {
    const FleetResult result = ResultOf(SynchronousJob(), view);
    for (const Straggler& straggler : result.stragglers) {
      if (result.workers[straggler.worker].name == "worker_3") {
        return straggler.name;
      }
    }
    return std::string();
  };
  CHECK(first(FleetView::kOp) == "MatMul");
  CHECK(first(FleetView::kCode) == "net.py:2");
}

TEST_CASE("noise of a percent makes no straggler, however even the others are") {
  std::vector<Worker> workers;
  for (size_t i = 0; i < 10; ++i) {
    workers.push_back(MakeWorker(NameOfWorker(i), 10 * kMilli, 0, 0, kMilli));
  }
  // A step of 11 ms: a worker is slow from 4.5 times 0.11 ms on.
  workers[4] = MakeWorker("worker_4", 10 * kMilli + 400'000, 0, 0, kMilli);
  CHECK(ResultOf(workers).stragglers.empty());
  workers[4] = MakeWorker("worker_4", 10 * kMilli + 600'000, 0, 0, kMilli);
  const FleetResult result = ResultOf(workers);
  REQUIRE(result.stragglers.size() == 1);
  CHECK(result.workers[result.stragglers[0].worker].name == "worker_4");
  CHECK(result.workers[0].is_straggler);
}

TEST_CASE("a worker that waits because it has less to do is no straggler") {
  std::vector<Worker> workers;
  for (size_t i = 0; i < 10; ++i) {
    workers.push_back(MakeWorker(NameOfWorker(i), 10 * kMilli, 0, 0, kMilli));
  }
  workers[4] = MakeWorker("worker_4", 6 * kMilli, 0, 0, 5 * kMilli);
  CHECK(ResultOf(workers).stragglers.empty());
  // It waits longer than it works less.
  workers[4] = MakeWorker("worker_4", 6 * kMilli, 0, 4 * kMilli, 5 * kMilli);
  const FleetResult result = ResultOf(workers);
  REQUIRE_FALSE(result.stragglers.empty());
  CHECK(result.stragglers[0].cause == StragglerCause::kWaiting);
}

}  // namespace tfprof
