// SPDX-License-Identifier: Apache-2.0
#include "store/watched_history.h"

#include <chrono>
#include <system_error>

namespace tfprof {

Result<std::unique_ptr<WatchedHistory>> WatchedHistory::Open(
    const std::string& path) {
  std::unique_ptr<WatchedHistory> watched(new WatchedHistory());
  TFPROF_ASSIGN_OR_RETURN(watched->history_, History::OpenToWrite(path));
  try {
    watched->watcher_ = std::thread([&history = *watched] { history.Watch(); });
  } catch (const std::system_error&) {
    watched->held_.reset();  // the system cannot start another thread
  }
  return watched;
}

WatchedHistory::~WatchedHistory() {
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    history_.reset();
  }
  changed_.notify_one();
  if (watcher_.joinable()) watcher_.join();
}

Status WatchedHistory::Add(const RecordedRun& run) {
  const std::lock_guard lock(mutex_);
  return history_->Add(run);
}

void WatchedHistory::Watch() {
  constexpr std::chrono::milliseconds kPause{20};
  std::unique_lock lock(mutex_);
  while (!is_done_) {
    changed_.wait_for(lock, kPause);
    if (is_done_ || !DeferSignals::IsOneWaiting()) continue;
    history_.reset();
    held_.reset();  // ends the process
  }
}

}  // namespace tfprof
