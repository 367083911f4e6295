// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/emergency.h"
#include "base/error.h"
#include "store/history.h"

namespace tfprof {

// An existing history to add runs to. SQLite keeps files beside it while it is
// open, so a signal must wait until it is closed; another thread closes it
// while this one reads the next run.
class WatchedHistory {
 public:
  // Fails like History::OpenToWrite.
  static Result<std::unique_ptr<WatchedHistory>> Open(const std::string& path);

  ~WatchedHistory();

  WatchedHistory(const WatchedHistory&) = delete;
  WatchedHistory& operator=(const WatchedHistory&) = delete;

  // Fails like History::Add.
  Status Add(const RecordedRun& run);

 private:
  WatchedHistory() = default;

  void Watch();

  std::optional<DeferSignals> held_{std::in_place};
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  bool is_done_ = false;
  std::optional<History> history_;
  std::thread watcher_;
};

}  // namespace tfprof
