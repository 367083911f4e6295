// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet.h"

#include <algorithm>

#include "support/catch.h"
#include "support/made_fleet.h"

namespace tfprof {

TEST_CASE("the order of workers makes no difference") {
  std::vector<Worker> workers = SynchronousJob();
  const std::vector<std::string> expected = TextOf(ResultOf(workers));
  std::mt19937_64 random(3);
  for (int i = 0; i < 5; ++i) {
    std::shuffle(workers.begin(), workers.end(), random);
    CHECK(TextOf(ResultOf(workers)) == expected);
  }
}

TEST_CASE("workers that are all alike have no straggler and no last one") {
  std::vector<Worker> workers;
  for (size_t i = 0; i < 5; ++i) {
    workers.push_back(MakeWorker(NameOfWorker(i), kMilli, 0, 0, 0));
  }
  const FleetResult result = ResultOf(workers);
  CHECK(result.stragglers.empty());
  for (const FleetWorker& worker : result.workers) {
    CHECK(worker.last_share == 0.0);
  }
}

TEST_CASE("a worker that cannot be read is a row") {
  std::vector<Worker> workers = SynchronousJob();
  workers[0] = {};
  workers[0].name = "worker_0";
  workers[0].error = "no such file";
  const FleetResult result = ResultOf(workers);
  CHECK(result.workers.size() == 20);
  CHECK(result.workers.back().name == "worker_0");
  CHECK(result.workers.back().error == "no such file");
  CHECK(result.stragglers.size() == 3);
}

TEST_CASE("what cannot be compared is an error") {
  Worker unread;
  unread.name = "worker_0";
  unread.error = "no such file";
  CHECK(ErrorOf({unread}).code == ErrorCode::kNotFound);
  const Worker one = MakeWorker("a", kMilli, 0, 0, 0);
  CHECK(ErrorOf({one, one}).code == ErrorCode::kInvalidArgument);
  const Worker other = MakeWorker("b", kMilli, 0, 0, 0, {7, 8});
  CHECK(ErrorOf({one, other}).message.starts_with("no two of 2 workers"));
}

TEST_CASE("other steps and other graphs are said") {
  std::vector<Worker> workers = SynchronousJob();
  workers[4] = MakeWorker("worker_4", 10 * kMilli, 0, 0, 0, {2, 3});
  workers[4].graph = "b";
  const FleetResult result = ResultOf(workers);
  REQUIRE(result.notes.size() == 2);
  CHECK(result.notes[0].starts_with(
      "steps do not match: 19 of 20 workers have steps 1-3, others do not, "
      "such as worker_4 with steps 2-3"));
  CHECK(result.notes[1].starts_with("workers have 2 different graphs: 19"));
}

}  // namespace tfprof
