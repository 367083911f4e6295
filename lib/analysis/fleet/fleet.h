// SPDX-License-Identifier: Apache-2.0
// Many workers of one job against each other: who is slow, and at what.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/fleet/fleet_rows.h"
#include "analysis/fleet/worker.h"
#include "base/error.h"

namespace tfprof {

// A worker's result. Times are medians over its steps, in ns.
struct FleetWorker {
  std::string name;
  std::string error;
  std::string graph;
  std::vector<int64_t> steps;
  double median_ns = 0;  // step length; p90 too
  double p90_ns = 0;
  double most_ns = 0;
  // The parts of a step; `rest` is length less waiting, the sum of own work,
  // input and idle.
  double own_ns = 0;
  double input_ns = 0;
  double waiting_ns = 0;
  double idle_ns = 0;
  double rest_ns = 0;
  std::optional<double> last_share;  // of steps shared with others: it was last
  double robust_z = 0;               // of `rest`
  double waiting_z = 0;              // of its waiting, less what it works less
  bool is_straggler = false;

  bool IsReadable() const { return error.empty(); }
};

// Same order as WorkKind, but for the last.
enum class StragglerCause : uint8_t { kOwn, kInput, kWaiting, kIdle };

std::string_view WordsOf(StragglerCause cause);

struct Straggler {
  uint32_t worker = 0;  // a row of Fleet::workers
  StragglerCause cause = StragglerCause::kOwn;
  std::string name;  // of the row that takes longer; empty if none does
  std::string code;  // empty if it is not known
  double more_ns = 0;
};

// A row over all workers; `sum_ns` is over all of their steps.
struct FleetRow {
  std::string name;
  double median_ns = 0;
  double p90_ns = 0;
  double most_ns = 0;
  std::string worst_worker;
  int64_t sum_ns = 0;
};

struct FleetResult {
  std::vector<FleetWorker> workers;  // stragglers first, by z; errors last
  std::vector<Straggler> stragglers;
  std::deque<FleetRow> rows;  // by sum; grows without a copy
  std::vector<std::string> notes;
};

// Compares workers, added in any order with the same result. Memory grows by a
// row per worker; the values are in temporary files.
class Fleet {
 public:
  explicit Fleet(FleetView view) : rows_(view) {}

  // Thread-safe. Fails with kInvalidArgument if a worker has that name, with
  // kIo if temporary files cannot be written.
  Status Add(const Worker& worker);

  // Fails with kNotFound if no worker could be read, or if no two workers have
  // a step of the same number.
  Result<FleetResult> Finish();

 private:
  // The last worker in a step, and the number of workers with the step.
  struct Last {
    int64_t rest_ns = -1;
    uint32_t worker = 0;
    uint32_t workers = 0;
    bool is_tie = false;
  };

  Status CheckReadable() const;
  void AddLastShares();
  void NoteSteps(std::vector<std::string>& notes) const;
  void NoteGraphs(std::vector<std::string>& notes) const;

  std::mutex mutex_;
  FleetRows rows_;
  std::vector<FleetWorker> workers_;  // in order of arrival
  std::map<std::string, uint32_t> number_of_;
  std::map<int64_t, Last> last_of_step_;
};

}  // namespace tfprof
