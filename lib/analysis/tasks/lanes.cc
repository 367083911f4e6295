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
  const std::vector<uint32_t> around = ScheduledAround(tasks, kFollowNs, Windows::kOfThreads);
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
  struct Chain {
    int64_t start = 0;
    int64_t ready = 0;
    int64_t end = 0;
  };

  static constexpr uint32_t kAny = UINT32_MAX;

  // The lane for a chain: `wanted`, if that is free.
  uint32_t Take(const Chain& chain, uint32_t wanted) {
    while (!busy_.empty() && busy_.top().first <= chain.start) {
      free_.insert(busy_.top());
      free_since_[busy_.top().second] = busy_.top().first;
      busy_.pop();
    }
    uint32_t thread = count_;
    const bool is_free =
        wanted < count_ && free_since_[wanted] != kBusy;
    if (is_free) {
      thread = wanted;
      free_.erase({free_since_[wanted], wanted});
    } else if (free_.empty()) {
      ++count_;
      free_since_.push_back(kBusy);
    } else {
      auto pick = free_.upper_bound({chain.ready, StepTasks::kNone});
      pick = pick == free_.begin() ? std::prev(free_.end()) : std::prev(pick);
      thread = pick->second;
      free_.erase(pick);
    }
    free_since_[thread] = kBusy;
    busy_.emplace(chain.end, thread);
    return thread;
  }

 private:
  using EndAndThread = std::pair<int64_t, uint32_t>;

  static constexpr int64_t kBusy = INT64_MAX;

  uint32_t count_ = 0;
  std::vector<int64_t> free_since_;  // by thread, or kBusy
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
  uint32_t LaneOfStream(uint32_t task);
  uint32_t LaneOfEager(uint32_t task);
  uint32_t LaneOfCall(uint32_t task);
  uint32_t LaneOfHead(uint32_t task);
  uint32_t ThreadOfLaunch(uint32_t task) const;
  int64_t ReadyOf(uint32_t task) const;
  int64_t ChainEnd(uint32_t task) const;
  uint32_t NewLane();
  void CountPool();

  StepTasks& tasks_;
  const std::vector<uint32_t> follower_;
  Threads threads_;
  std::vector<uint32_t> lane_of_thread_;
  std::vector<uint32_t> thread_of_lane_;  // Threads::kAny for other lanes
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_stream_;
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_eager_;  // by device
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_call_;   // by record
  tsl::robin_map<uint32_t, uint32_t, IntHash> lane_of_recorded_;
  std::vector<uint32_t> last_;  // task of each lane
};

uint32_t LaneGiver::NewLane() {
  last_.push_back(StepTasks::kNone);
  thread_of_lane_.push_back(Threads::kAny);
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

uint32_t LaneGiver::LaneOfStream(uint32_t task) {
  const auto [stream, is_new] =
      lane_of_stream_.insert({tasks_.DeviceOf(task), tasks_.lanes});
  return is_new ? NewLane() : stream->second;
}

// A thread of the program issues eager records one after another.
uint32_t LaneGiver::LaneOfEager(uint32_t task) {
  const auto [lane, is_new] =
      lane_of_eager_.insert({tasks_.DeviceOf(task), tasks_.lanes});
  if (!is_new) return lane->second;
  ++tasks_.threads;
  return NewLane();
}

// The lane of a call and its return.
uint32_t LaneGiver::LaneOfCall(uint32_t task) {
  const auto [lane, is_new] =
      lane_of_call_.insert({tasks_.record[task], tasks_.lanes});
  return is_new ? NewLane() : lane->second;
}

// The thread of the operation that let a launch go. The executor keeps launches
// there, as they are cheap to it.
uint32_t LaneGiver::ThreadOfLaunch(uint32_t task) const {
  uint32_t last = StepTasks::kNone;
  for (const StepTasks::Producer& producer : tasks_.producers[task]) {
    const uint32_t by = producer.task;
    if (by > task || tasks_.kind[by] != TaskKind::kOperation ||
        thread_of_lane_[tasks_.lane[by]] == Threads::kAny) {
      continue;
    }
    if (last == StepTasks::kNone || tasks_.end[by] >= tasks_.end[last]) {
      last = by;
    }
  }
  return last == StepTasks::kNone ? Threads::kAny
                                  : thread_of_lane_[tasks_.lane[last]];
}

uint32_t LaneGiver::LaneOfHead(uint32_t task) {
  const bool is_launch = tasks_.GpuOf(task) != kNoGpu;
  const uint32_t thread = threads_.Take(
      {tasks_.start[task], ReadyOf(task), ChainEnd(task)},
      is_launch ? ThreadOfLaunch(task) : Threads::kAny);
  if (thread == lane_of_thread_.size()) {
    const uint32_t lane = NewLane();
    lane_of_thread_.push_back(lane);
    thread_of_lane_[lane] = thread;
    ++tasks_.threads;
  }
  return lane_of_thread_[thread];
}

uint32_t LaneGiver::LaneOf(uint32_t task) {
  if (tasks_.IsOnStream(task)) return LaneOfStream(task);
  const StepRecords& records = *tasks_.records;
  if (records.is_recording) {
    const auto [thread, is_new] = lane_of_recorded_.insert(
        {records.thread[tasks_.record[task]], tasks_.lanes});
    if (!is_new) return thread->second;
    ++tasks_.threads;
    return NewLane();
  }
  if (tasks_.is_eager[task]) return LaneOfEager(task);
  if (tasks_.is_of_call[task]) return LaneOfCall(task);
  if (tasks_.kind[task] == TaskKind::kReceive) return NewLane();
  if (!tasks_.is_head[task]) return tasks_.lane[task];  // its head's lane
  return LaneOfHead(task);
}

// Lanes of operations that may run on any thread.
void LaneGiver::CountPool() {
  std::vector<bool> is_of_pool(tasks_.lanes);
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    if (!tasks_.IsPooled(task) || is_of_pool[tasks_.lane[task]]) continue;
    is_of_pool[tasks_.lane[task]] = true;
    ++tasks_.pool_threads;
  }
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
  CountPool();
}

}  // namespace

void GiveLanes(StepTasks& tasks) { LaneGiver(tasks).Run(); }

}  // namespace tfprof
