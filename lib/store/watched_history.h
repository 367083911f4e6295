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

// A history that is there, to add runs to. SQLite has files beside it while it
// is open, so a signal ends the process only when it is closed, which another
// thread does where this one reads the next run.
class WatchedHistory {
 public:
  // Fails as History::OpenToWrite.
  static Result<std::unique_ptr<WatchedHistory>> Open(const std::string& path);

  ~WatchedHistory();

  WatchedHistory(const WatchedHistory&) = delete;
  WatchedHistory& operator=(const WatchedHistory&) = delete;

  // Fails as History::Add.
  Status Add(const RecordedRun& run);

 private:
  WatchedHistory() = default;

  void Watch();

  std::optional<DeferSignals> held_{std::in_place};
  std::mutex mutex_;  // of what is below
  std::condition_variable changed_;
  bool is_done_ = false;
  std::optional<History> history_;
  std::thread watcher_;
};

}  // namespace tfprof
