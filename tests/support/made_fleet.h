// SPDX-License-Identifier: Apache-2.0
// Workers of a synchronous job, made up in a test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/fleet/fleet.h"
#include "support/catch.h"

namespace tfprof {

constexpr int64_t kMilli = 1'000'000;

// A worker that works for `own`, waits for its input and for the others.
inline Worker MakeWorker(const std::string& name, int64_t own, int64_t input,
                  int64_t receive, int64_t collective,
                  std::vector<int64_t> steps = {1, 2, 3}) {
  Worker worker;
  worker.name = name;
  worker.graph = "a";
  const std::vector<WorkerNodes::Node> nodes = {
      {"input/next", "IteratorGetNext", "in.py:1", WorkKind::kInput},
      {"net/layer/MatMul", "MatMul", "net.py:2", WorkKind::kOwn},
      {"net/recv", "_Recv", "", WorkKind::kWaiting},
      {"sync", "CollectiveReduceV2", "", WorkKind::kWaiting}};
  const int64_t lengths[] = {input, own, receive, collective};
  for (const int64_t step : steps) {
    worker.steps.push_back({.step = step,
                            .length_ns = own + input + receive + collective,
                            .own_ns = own,
                            .input_ns = input,
                            .waiting_ns = receive + collective});
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    worker.nodes.Add(nodes[i]);
    for (uint32_t step = 0; step < steps.size(); ++step) {
      worker.nodes.AddTime(step, lengths[i]);
    }
  }
  return worker;
}

// All times of a node.
inline std::vector<WorkerNodes::StepTime> TimesOf(const WorkerNodes& nodes,
                                                  size_t node) {
  std::vector<WorkerNodes::StepTime> times;
  for (size_t i = 0; i < nodes.TimeCount(node); ++i) {
    times.push_back(nodes.TimeOf(node, i));
  }
  return times;
}

inline std::string NameOfWorker(size_t i) { return "worker_" + std::to_string(i); }

// In a synchronous job all steps are as long as that of the slowest.
inline std::vector<Worker> SynchronousJob() {
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

inline FleetResult ResultOf(const std::vector<Worker>& workers,
                     FleetView view = FleetView::kScope) {
  Fleet fleet(view);
  for (const Worker& worker : workers) REQUIRE(fleet.Add(worker));
  Result<FleetResult> result = fleet.Finish();
  REQUIRE(result);
  return *std::move(result);
}

inline Error ErrorOf(const std::vector<Worker>& workers) {
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
inline std::vector<std::string> TextOf(const FleetResult& result) {
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

}  // namespace tfprof
