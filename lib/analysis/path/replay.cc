// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/replay.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "analysis/tasks/order.h"

namespace tfprof {

namespace {

class ListReplay {
 public:
  ListReplay(const StepTasks& tasks, const Waits& waits,
             std::span<const int64_t> durations, uint32_t threads)
      : tasks_(tasks),
        waits_(waits),
        durations_(durations),
        consumers_(ConsumersOf(tasks)),
        next_on_lane_(tasks.size(), StepTasks::kNone),
        follower_(tasks.size(), StepTasks::kNone),
        left_(tasks.size()),
        state_(tasks.size(), State::kWaiting),
        free_(threads),
        is_first_(tasks.size()) {
    for (uint32_t task = 0; task < tasks.size(); ++task) Expect(task);
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      if (left_[task] > 0) continue;
      left_[task] = 1;
      is_first_[task] = true;
    }
    FindFirst();
  }

  int64_t Run();

 private:
  enum class State : uint8_t { kWaiting, kStarted, kDone };
  enum class EventKind : uint8_t { kRelease, kEnd };

  struct Event {
    int64_t at = 0;
    EventKind kind = EventKind::kRelease;
    uint32_t task = 0;

    bool operator>(const Event& other) const {
      return std::tie(at, kind, task) >
             std::tie(other.at, other.kind, other.task);
    }
  };

  template <typename T>
  using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

  // True if the task comes next on its lane, in the recorded order. In a
  // recording only activities do.
  bool KeepsLane(uint32_t task) const {
    return tasks_.IsOnStream(task) ||
           (!tasks_.records->is_recording && !tasks_.IsPooled(task));
  }

  bool Follows(uint32_t task) const {
    return !tasks_.is_head[task] && tasks_.before[task] != StepTasks::kNone &&
           tasks_.IsPooled(task) && tasks_.IsPooled(tasks_.before[task]);
  }

  void Expect(uint32_t task);
  void FindFirst();
  bool HasEvents() const { return first_ < size() || !events_.empty(); }
  Event NextEvent() const;
  void Pop(const Event& event);
  size_t size() const { return state_.size(); }
  void Start(uint32_t task, int64_t now);
  void Release(uint32_t task, int64_t now);
  void End(uint32_t task, int64_t now);
  void HandOn(uint32_t task, int64_t now);
  void FillThreads(int64_t now);
  bool WillFollow(uint32_t task) const;
  bool IsLaunchedBy(uint32_t task, uint32_t producer) const;

  const StepTasks& tasks_;
  const Waits& waits_;
  const std::span<const int64_t> durations_;
  const Lists<uint32_t> consumers_;
  std::vector<uint32_t> next_on_lane_;  // that keeps its lane
  std::vector<uint32_t> follower_;
  std::vector<uint32_t> left_;  // producers not done yet, by task
  std::vector<State> state_;
  int64_t free_;  // number of free threads
  // Tasks that wait for nothing are released where the step begins. In a
  // recording they are nearly all, too many to be events of a queue.
  std::vector<bool> is_first_;
  uint32_t first_ = 0;  // the next of them
  LeastFirst<Event> events_;
  LeastFirst<uint32_t> ready_;       // tasks waiting for a thread
  std::vector<uint32_t> ended_now_;  // operations
};

void ListReplay::Expect(uint32_t task) {
  left_[task] = static_cast<uint32_t>(tasks_.producers[task].size());
  const uint32_t before = tasks_.before[task];
  if (before == StepTasks::kNone) return;
  if (Follows(task)) follower_[before] = task;
  if (!KeepsLane(task)) return;
  for (const StepTasks::Producer& producer : tasks_.producers[task]) {
    if (producer.task == before) return;
  }
  next_on_lane_[before] = task;
  ++left_[task];
}

bool ListReplay::IsLaunchedBy(uint32_t task, uint32_t producer) const {
  if (!tasks_.IsOnStream(task)) return false;
  const auto row = tasks_.producers[task];
  return std::any_of(
      row.begin(), row.end(), [&](const StepTasks::Producer& other) {
        return other.task == producer && other.wait == Wait::kLaunch;
      });
}

void ListReplay::Start(uint32_t task, int64_t now) {
  state_[task] = State::kStarted;
  const int64_t begin = now + std::max<int64_t>(0, waits_.gap[task]);
  events_.push({begin + durations_[task], EventKind::kEnd, task});
  for (const uint32_t consumer : consumers_[task]) {
    if (IsLaunchedBy(consumer, task)) {
      events_.push(
          {begin + tasks_.lag[consumer], EventKind::kRelease, consumer});
    }
  }
}

bool ListReplay::WillFollow(uint32_t task) const {
  return Follows(task) &&
         state_[tasks_.before[task]] == State::kStarted;
}

// One producer of `task` is done.
void ListReplay::Release(uint32_t task, int64_t now) {
  if (--left_[task] > 0 || state_[task] != State::kWaiting) return;
  if (!tasks_.IsPooled(task)) {
    Start(task, now);
  } else if (!WillFollow(task)) {
    ready_.push(task);
  }
}

void ListReplay::End(uint32_t task, int64_t now) {
  state_[task] = State::kDone;
  for (const uint32_t consumer : consumers_[task]) {
    if (!IsLaunchedBy(consumer, task)) Release(consumer, now);
  }
  if (next_on_lane_[task] != StepTasks::kNone)
    Release(next_on_lane_[task], now);
  if (tasks_.IsPooled(task)) ended_now_.push_back(task);
}

// The thread of an operation that ended goes to its follower, or comes free.
void ListReplay::HandOn(uint32_t task, int64_t now) {
  const uint32_t follower = follower_[task];
  if (follower != StepTasks::kNone && left_[follower] == 0 &&
      state_[follower] == State::kWaiting) {
    Start(follower, now);
  } else {
    ++free_;
  }
}

void ListReplay::FillThreads(int64_t now) {
  while (!ready_.empty() &&
         (free_ > 0 || state_[ready_.top()] != State::kWaiting)) {
    const uint32_t task = ready_.top();
    ready_.pop();
    if (state_[task] != State::kWaiting) continue;
    --free_;
    Start(task, now);
  }
}

void ListReplay::FindFirst() {
  while (first_ < size() && !is_first_[first_]) ++first_;
}

ListReplay::Event ListReplay::NextEvent() const {
  if (first_ == size()) return events_.top();
  const Event first{tasks_.FirstStart(), EventKind::kRelease, first_};
  return events_.empty() || events_.top() > first ? first : events_.top();
}

// Takes away what NextEvent() returned.
void ListReplay::Pop(const Event& event) {
  if (event.kind == EventKind::kRelease && event.task == first_) {
    ++first_;
    FindFirst();
  } else {
    events_.pop();
  }
}

int64_t ListReplay::Run() {
  const int64_t origin = tasks_.FirstStart();
  int64_t last = origin;
  while (HasEvents()) {
    const int64_t now = NextEvent().at;
    ended_now_.clear();
    while (HasEvents()) {
      const Event event = NextEvent();
      if (event.at != now) break;
      Pop(event);
      if (event.kind == EventKind::kRelease) {
        Release(event.task, now);
      } else {
        last = std::max(last, now);
        End(event.task, now);
      }
    }
    for (const uint32_t task : ended_now_) HandOn(task, now);
    FillThreads(now);
  }
  return last - origin;
}

}  // namespace

int64_t ReplayFixed(const StepTasks& tasks, const Waits& waits,
                    std::span<const int64_t> durations) {
  const int64_t origin = tasks.FirstStart();
  std::vector<int64_t> start(tasks.size());
  std::vector<int64_t> end(tasks.size());
  int64_t last = origin;
  for (const uint32_t task : tasks.order) {
    int64_t bound = Waits::kNotKnown;
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      bound = std::max(bound, tasks.Anchor(task, producer, start[producer.task],
                                           end[producer.task]));
    }
    if (tasks.before[task] != StepTasks::kNone) {
      bound = std::max(bound, end[tasks.before[task]]);
    }
    if (bound == Waits::kNotKnown) bound = origin;
    start[task] = bound + waits.gap[task];
    end[task] = start[task] + durations[task];
    last = std::max(last, end[task]);
  }
  return last - origin;
}

int64_t ReplayList(const StepTasks& tasks, const Waits& waits,
                   std::span<const int64_t> durations, uint32_t threads) {
  return ListReplay(tasks, waits, durations, threads).Run();
}

std::vector<int64_t> DurationsOf(const StepTasks& tasks) {
  std::vector<int64_t> durations(tasks.size());
  for (size_t task = 0; task < tasks.size(); ++task) {
    durations[task] = tasks.Duration(task);
  }
  return durations;
}

}  // namespace tfprof
