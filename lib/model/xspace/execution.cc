// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/execution.h"

#include <algorithm>
#include <limits>

namespace tfprof {

namespace {

constexpr int64_t kForever = std::numeric_limits<int64_t>::max();

}  // namespace

void ReferenceSelfTimes::Add(const Execution& execution) {
  while (!ends_.empty() &&
         ends_.front().IsBefore(execution.begin_ps, execution.number)) {
    const End end = ends_.front();
    std::pop_heap(ends_.begin(), ends_.end(), IsLater);
    ends_.pop_back();
    Close(end);
  }
  open_.push_back({execution, 0});
  ends_.push_back({execution.end_ps(), execution.number});
  std::push_heap(ends_.begin(), ends_.end(), IsLater);
}

void ReferenceSelfTimes::Finish() {
  std::sort_heap(ends_.begin(), ends_.end(), IsLater);
  // sort_heap() puts the top of the heap last.
  for (auto end = ends_.rbegin(); end != ends_.rend(); ++end) Close(*end);
  ends_.clear();
}

void ReferenceSelfTimes::Close(const End& end) {
  while (!open_.empty() && open_.back().execution.number != end.number)
    open_.pop_back();
  if (open_.empty()) return;
  Open closed = open_.back();
  open_.pop_back();
  Execution& execution = closed.execution;
  execution.self_ps = execution.duration_ps - closed.children_ps;
  if (!open_.empty()) open_.back().children_ps += execution.duration_ps;
  sink_.Count(execution);
}

void ExclusiveSelfTimes::Add(const Execution& execution) {
  RunTo(execution.begin_ps);
  open_.push_back({execution, false});
}

void ExclusiveSelfTimes::Finish() { RunTo(kForever); }

// Gives the time until `ps` to what is open, and closes what ends by then.
void ExclusiveSelfTimes::RunTo(int64_t ps) {
  while (!open_.empty()) {
    Execution& last = open_.back().execution;
    const int64_t end = std::min(last.end_ps(), ps);
    if (now_ps_ < end) {
      sink_.Ran(last, now_ps_, end);
      last.self_ps += end - now_ps_;
      now_ps_ = end;
    }
    if (last.end_ps() > ps) return;
    CloseLast();
  }
  now_ps_ = ps;
}

void ExclusiveSelfTimes::CloseLast() {
  const Open closed = open_.back();
  open_.pop_back();
  const Execution& execution = closed.execution;
  Open* const outer =
      !open_.empty() && open_.back().execution.end_ps() >= execution.end_ps()
          ? &open_.back()
          : nullptr;
  if (outer != nullptr) outer->holds_others = true;
  if (!execution.is_candidate || !closed.holds_others) {
    sink_.Count(execution);
  } else if (outer != nullptr) {
    // Its other time is work of the execution around it.
    outer->execution.self_ps += execution.self_ps;
  }
}

}  // namespace tfprof
