// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/database.h"
#include "store/row_batch.h"

namespace tfprof {

// Writes to a database on a thread of its own, one thing after the other, while
// others find out what comes next. Nobody else may use the database before
// Finish() has returned.
class WriteQueue {
 public:
  using Write = std::function<Status(Database&)>;

  explicit WriteQueue(Database& database) : database_(database) {}

  WriteQueue(const WriteQueue&) = delete;
  WriteQueue& operator=(const WriteQueue&) = delete;
  ~WriteQueue();

  // Waits while there is much to do. After a write has failed no more are done,
  // and later calls return its error.
  Status Push(Write write);
  Status Push(std::string statements);  // SQL without parameters and rows

  // Keeps `used` alive until the writing thread has ended.
  void Keep(std::shared_ptr<void> used) { kept_.push_back(std::move(used)); }

  // Rows for those who write tables.
  RowBatches& batches() { return batches_; }

  // Waits for all writes. Rethrows what one of them threw.
  Status Finish();

 private:
  void Run();

  Database& database_;
  RowBatches batches_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Write> writes_;
  Status status_;
  bool is_failed_ = false;  // or has thrown
  bool is_last_ = false;    // of what was pushed
  std::vector<std::shared_ptr<void>> kept_;
  std::future<void> thread_;
};

}  // namespace tfprof
