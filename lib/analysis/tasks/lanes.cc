// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/lanes.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <utility>

#include <tsl/robin_map.h>

#include "analysis/tasks/windows.h"
#include "base/hash.h"

namespace tfprof {

namespace {

// A follower is scheduled at most this long before its predecessor ends.
constexpr int64_t kFollowNs = 1000;

// By task, the task that follows it on its thread.
std::vector<uint32_t> FindFollowers(const StepTasks& tasks) {
  const std::vector<uint32_t> around = ScheduledAround(tasks, kFollowNs);
  std::vector<uint32_t> follower(tasks.size(), StepTasks::kNone);
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    if (around[i] < i && follower[around[i]] == StepTasks::kNone) {
      follower[around[i]] = i;
    }
  }
  return follower;
}

// Lanes of operations, the free ones ordered by when they became free.
class Threads {
 public:
  // The lane for a chain that starts at `start` and was ready at `ready`.
  uint32_t Take(int64_t start, int64_t ready, int64_t chain_end) {
    while (!busy_.empty() && busy_.top().first <= start) {
      free_.insert(busy_.top());
      busy_.pop();
    }
    uint32_t thread = count_;
    if (free_.empty()) {
      ++count_;
    } else {
      auto pick = free_.upper_bound({ready, StepTasks::kNone});
      pick = pick == free_.begin() ? std::prev(free_.end()) : std::prev(pick);
      thread = pick->second;
      free_.erase(pick);
    }
    busy_.emplace(chain_end, thread);
    return thread;
  }

 private:
  using EndAndThread = std::pair<int64_t, uint32_t>;

  uint32_t count_ = 0;
  std::set<EndAndThread> free_;
  std::priority_queue<EndAndThread, std::vector<EndAndThread>, std::greater<>>
      busy_;
};

class LaneGiver {
 public:
  explicit LaneGiver(StepTasks& tasks)
      : tasks_(tasks), follower_(FindFollowers(tasks)) {}

  void Run();

 private:
  uint32_t LaneOf(uint32_t task);
  int64_t ReadyOf(uint32_t task) const;
  int64_t ChainEnd(uint32_t task) const;
  uint32_t NewLane();

  StepTasks& tasks_;
  const std::vector<uint32_t> follower_;
  Threads threads_;
  std::vector<uint32_t> lane_of_thread_;
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_stream_;
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_recorded_;
  std::vector<uint32_t> last_;  // task of each lane
};

uint32_t LaneGiver::NewLane() {
  last_.push_back(StepTasks::kNone);
  return tasks_.lanes++;
}

int64_t LaneGiver::ReadyOf(uint32_t task) const {
  if (tasks_.producers[task].empty()) return tasks_.start[task];
  int64_t ready = INT64_MIN;
  for (const StepTasks::Producer& producer : tasks_.producers[task]) {
    ready = std::max(ready, tasks_.Anchor(task, producer));
  }
  return ready;
}

int64_t LaneGiver::ChainEnd(uint32_t task) const {
  while (follower_[task] != StepTasks::kNone) task = follower_[task];
  return tasks_.end[task];
}

uint32_t LaneGiver::LaneOf(uint32_t task) {
  if (tasks_.IsOnStream(task)) {
    const auto [stream, is_new] =
        lane_of_stream_.insert({tasks_.DeviceOf(task), tasks_.lanes});
    return is_new ? NewLane() : stream->second;
  }
  const StepRecords& records = *tasks_.records;
  if (records.is_recording) {
    const auto [thread, is_new] = lane_of_recorded_.insert(
        {records.thread[tasks_.record[task]], tasks_.lanes});
    if (!is_new) return thread->second;
    ++tasks_.threads;
    return NewLane();
  }
  if (tasks_.kind[task] == TaskKind::kReceive) return NewLane();
  if (!tasks_.is_head[task]) return tasks_.lane[task];  // its head's lane
  const uint32_t thread =
      threads_.Take(tasks_.start[task], ReadyOf(task), ChainEnd(task));
  if (thread == lane_of_thread_.size()) {
    lane_of_thread_.push_back(NewLane());
    ++tasks_.threads;
  }
  return lane_of_thread_[thread];
}

void LaneGiver::Run() {
  const size_t size = tasks_.size();
  tasks_.lane.assign(size, StepTasks::kNone);
  tasks_.before.assign(size, StepTasks::kNone);
  tasks_.is_head.assign(size, true);
  for (const uint32_t follower : follower_) {
    if (follower != StepTasks::kNone) tasks_.is_head[follower] = false;
  }
  for (uint32_t task = 0; task < size; ++task) {
    const uint32_t lane = LaneOf(task);
    tasks_.lane[task] = lane;
    if (follower_[task] != StepTasks::kNone)
      tasks_.lane[follower_[task]] = lane;
    tasks_.before[task] = last_[lane];
    last_[lane] = task;
  }
}

}  // namespace

void GiveLanes(StepTasks& tasks) { LaneGiver(tasks).Run(); }

}  // namespace tfprof
