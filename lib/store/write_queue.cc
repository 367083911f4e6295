// SPDX-License-Identifier: Apache-2.0
#include "store/write_queue.h"

#include <system_error>
#include <utility>

namespace tfprof {

namespace {

constexpr size_t kMostWaiting = 4;

}  // namespace

WriteQueue::~WriteQueue() {
  const std::unique_lock lock(mutex_);
  is_failed_ = true;
  is_last_ = true;
  writes_.clear();
  changed_.notify_all();
  // The lock is released first, as the thread needs it; then the future's
  // destructor waits for the thread.
}

Status WriteQueue::Push(Write write) {
  std::unique_lock lock(mutex_);
  if (!thread_.valid()) {
    try {
      thread_ = std::async(std::launch::async, [this] { Run(); });
    } catch (const std::system_error&) {  // there are no more threads
      if (status_) status_ = write(database_);
      return status_;
    }
  }
  changed_.wait(lock,
                [this] { return writes_.size() < kMostWaiting || is_failed_; });
  if (is_failed_) return status_;
  writes_.push_back(std::move(write));
  changed_.notify_all();
  return {};
}

Status WriteQueue::Push(std::string statements) {
  return Push([statements = std::move(statements)](Database& database) {
    return database.Run(statements);
  });
}

Status WriteQueue::Finish() {
  {
    const std::unique_lock lock(mutex_);
    is_last_ = true;
    changed_.notify_all();
  }
  if (thread_.valid()) thread_.get();
  return status_;
}

void WriteQueue::Run() {
  struct EndOnThrow {
    ~EndOnThrow() {
      const std::unique_lock lock(queue.mutex_);
      queue.is_failed_ = true;
      queue.changed_.notify_all();
    }

    WriteQueue& queue;
  } const end{*this};

  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writes_.empty() || is_last_; });
    if (writes_.empty()) return;
    const Write write = std::move(writes_.front());
    writes_.pop_front();
    changed_.notify_all();
    lock.unlock();
    Status done = write(database_);
    if (done) continue;
    lock.lock();
    status_ = std::move(done);
    return;
  }
}

}  // namespace tfprof
