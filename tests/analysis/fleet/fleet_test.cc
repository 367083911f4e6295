// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet.h"

#include <algorithm>
#include <random>

#include "analysis/fleet/fleet_records.h"
#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int64_t kMilli = 1'000'000;

// A worker that works for `own`, waits for its input and for the others.
Worker MakeWorker(const std::string& name, int64_t own, int64_t input,
                  int64_t receive, int64_t collective,
                  std::vector<int64_t> steps = {1, 2, 3}) {
  Worker worker;
  worker.name = name;
  worker.graph = "a";
  const std::vector<Worker::Node> nodes = {
      {"input/next", "IteratorGetNext", "in.py:1", WorkKind::kInput, {}},
      {"net/layer/MatMul", "MatMul", "net.py:2", WorkKind::kOwn, {}},
      {"net/recv", "_Recv", "", WorkKind::kWaiting, {}},
      {"sync", "CollectiveReduceV2", "", WorkKind::kWaiting, {}}};
  const int64_t lengths[] = {input, own, receive, collective};
  for (const int64_t step : steps) {
    worker.steps.push_back({.step = step,
                            .length_ns = own + input + receive + collective,
                            .own_ns = own,
                            .input_ns = input,
                            .waiting_ns = receive + collective});
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    worker.nodes.push_back(nodes[i]);
    worker.nodes.back().ns.assign(steps.size(), lengths[i]);
  }
  return worker;
}

std::string NameOfWorker(size_t i) { return "worker_" + std::to_string(i); }

// In a synchronous job all steps are as long as that of the slowest.
std::vector<Worker> SynchronousJob() {
  struct Parts {
    int64_t own, input, receive;
  };

  std::vector<Parts> parts;
  std::mt19937_64 random(7);
  for (size_t i = 0; i < 20; ++i) {
    const auto noise = static_cast<int64_t>(random() % 100'000);
    parts.push_back({10 * kMilli + noise, kMilli, kMilli / 2});
  }
  parts[3].own += 4 * kMilli;
  parts[5].input += 4 * kMilli;
  parts[8].receive += 4 * kMilli;
  parts[11].own -= 4 * kMilli;  // which is no fault
  int64_t longest = 0;
  for (const Parts& of : parts) {
    longest = std::max(longest, of.own + of.input + of.receive);
  }
  std::vector<Worker> workers;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto& [own, input, receive] = parts[i];
    workers.push_back(MakeWorker(NameOfWorker(i), own, input, receive,
                                 longest - own - input - receive + kMilli));
  }
  return workers;
}

FleetResult ResultOf(const std::vector<Worker>& workers,
                     FleetView view = FleetView::kScope) {
  Fleet fleet(view);
  for (const Worker& worker : workers) REQUIRE(fleet.Add(worker));
  Result<FleetResult> result = fleet.Finish();
  REQUIRE(result);
  return *std::move(result);
}

Error ErrorOf(const std::vector<Worker>& workers) {
  Fleet fleet(FleetView::kScope);
  for (const Worker& worker : workers) {
    const Status added = fleet.Add(worker);
    if (!added) return added.error();
  }
  const Result<FleetResult> result = fleet.Finish();
  REQUIRE_FALSE(result);
  return result.error();
}

// "worker cause name code", and the rows, to compare results by.
std::vector<std::string> TextOf(const FleetResult& result) {
  std::vector<std::string> lines;
  for (const Straggler& straggler : result.stragglers) {
    lines.push_back(
        fmt::format("{} {} {} {}", result.workers[straggler.worker].name,
                    WordsOf(straggler.cause), straggler.name, straggler.code));
  }
  for (const FleetRow& row : result.rows) {
    lines.push_back(fmt::format("{} {} {} {} {} {}", row.name, row.median_ns,
                                row.p90_ns, row.most_ns, row.worst_worker,
                                row.sum_ns));
  }
  for (const FleetWorker& worker : result.workers) {
    lines.push_back(fmt::format("{} {} {} {}", worker.name, worker.robust_z,
                                worker.waiting_z,
                                worker.last_share.value_or(-1)));
  }
  return lines;
}

}  // namespace

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

TEST_CASE("rows are spread over all workers, those without it too") {
  std::vector<Worker> workers;
  for (size_t i = 0; i < 3; ++i) {
    workers.push_back(MakeWorker(NameOfWorker(i), kMilli, 0, 0, 0));
  }
  workers[1].nodes[1].ns = {1, 2, 9};
  workers[2].nodes.clear();
  const FleetResult result = ResultOf(workers);
  REQUIRE(result.rows.size() == 3);      // net, net/layer, net/layer/MatMul
  CHECK(result.rows[0].median_ns == 2);  // of 0, the median of 1, 2, 9; 1 ms
  CHECK(result.rows[0].most_ns == kMilli);
  CHECK(result.rows[0].worst_worker == "worker_0");
  CHECK(result.rows[0].sum_ns == 3 * kMilli + 12);
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

TEST_CASE("records say all that the comparison needs") {
  std::vector<Worker> workers = SynchronousJob();
  workers[2] = {};
  workers[2].name = "worker_2";
  workers[2].error = "damaged";
  const std::vector<std::string> expected = TextOf(ResultOf(workers));
  FleetRecords records;
  for (const Worker& worker : workers) records.Add(worker);
  const Section section = records.Finish();
  const auto& table = std::get<Table>(section.block);
  std::vector<std::string> names;
  for (const Column& column : table.columns) names.push_back(KeyOf(column));
  auto reader = FleetRecordReader::Open(names);
  REQUIRE(reader);
  Fleet fleet(FleetView::kScope);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields;
    for (const Cell& cell : row) {
      const auto* text = std::get_if<std::string>(&cell);
      const auto* whole = std::get_if<int64_t>(&cell);
      fields.push_back(text != nullptr    ? *text
                       : whole != nullptr ? std::to_string(*whole)
                                          : "");
    }
    REQUIRE(reader->Add(fields, fleet));
  }
  REQUIRE(reader->Finish(fleet));
  const auto result = fleet.Finish();
  REQUIRE(result);
  CHECK(TextOf(*result) == expected);
}

TEST_CASE("kinds of work are told by the type") {
  for (const char* const type :
       {"_Recv", "_HostSend", "RecvTensor", "CollectiveReduceV2",
        "NcclAllReduce", "_NcclReduceRecv", "HorovodAllreduce", "all-reduce.1",
        "CrossReplicaSum", "AccumulatorTakeGradient"}) {
    CAPTURE(type);
    CHECK(KindOfWork(type, "x") == WorkKind::kWaiting);
  }
  for (const char* const type :
       {"IteratorGetNext", "QueueDequeueManyV2", "ParseExampleV2",
        "EagerPyFunc", "DecodeJpeg", "InfeedDequeueTuple"}) {
    CAPTURE(type);
    CHECK(KindOfWork(type, "x") == WorkKind::kInput);
  }
  CHECK(KindOfWork("QueueDequeueV2", "sync_token_q_Dequeue") ==
        WorkKind::kWaiting);
  CHECK(KindOfWork("", "tower/IteratorGetNext") == WorkKind::kInput);
  CHECK(KindOfWork("PrefetchDataset", "x") == WorkKind::kInput);
  CHECK(KindOfWork("StatefulPartitionedCall", "x") == WorkKind::kCaller);
  CHECK(KindOfWork("MatMul", "sender") == WorkKind::kOwn);
  CHECK(KindOfWork("HorovodSize", "x") == WorkKind::kOwn);
  CHECK(KindOfWork("CollectiveAssignGroupV2", "x") == WorkKind::kOwn);
}

}  // namespace tfprof
