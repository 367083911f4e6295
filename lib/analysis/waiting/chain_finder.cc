// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/chain_finder.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "base/keyed.h"

namespace tfprof {

namespace {

// A kernel that begins this long after the one before it did not wait for it.
constexpr int64_t kQueuedAtMostPs = 10'000'000;

// More hops between threads than this without a piece are a circle.
constexpr int64_t kMostThreadsOfChain = 16;

struct PieceLinkWords {
  PieceLink id;
  std::string_view words;
};

constexpr PieceLinkWords kPieceLinkWords[] = {
    {PieceLink::kRecorded, "recorded"},
    {PieceLink::kGuess, "guess"},
    {PieceLink::kNone, "none"},
};
static_assert(IsKeyedBy(kPieceLinkWords, &PieceLinkWords::id, 3));

}  // namespace

std::string_view WordsOf(PieceLink link) {
  return kPieceLinkWords[static_cast<size_t>(link)].words;
}

ChainFinder::ChainFinder(const HostView& view)
    : view_(view), task_ends_(view.host()), by_end_(view.works.size()) {
  std::iota(by_end_.begin(), by_end_.end(), 0u);
  std::sort(by_end_.begin(), by_end_.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(view_.works[a].end_ps, view_.works[a].order) <
           std::tie(view_.works[b].end_ps, view_.works[b].order);
  });
  FindAround();
}

// Parents stand before their children.
void ChainFinder::FindAround() {
  const HostEvents& events = view_.host().events;
  const auto is_wait = [&](uint32_t event) {
    const EventKind& kind = view_.KindOf(event);
    return (kind.is_read || kind.is_await) && !view_.answers.IsMarker(event);
  };
  const auto fill = [&](std::vector<uint32_t>& around, bool is_innermost,
                        const auto& is_it) {
    for (uint32_t event = 0; event < events.size(); ++event) {
      const uint32_t parent = view_.lines.ParentOf(event);
      const uint32_t above =
          parent == kNoRow || around.empty() ? kNoRow : around[parent];
      const bool is_new = (is_innermost || above == kNoRow) && is_it(event);
      if (!is_new && above == kNoRow) continue;
      if (around.empty()) around.assign(events.size(), kNoRow);
      around[event] = is_new ? event : above;
    }
  };
  fill(waits_, false, is_wait);
  fill(calls_, false,
       [&](uint32_t event) { return view_.KindOf(event).is_sync; });
  fill(own_works_, true,
       [&](uint32_t event) { return view_.works.OfEvent(event) != kNoRow; });
}

std::string_view ChainFinder::DeviceOf(const DeviceWork& work) const {
  return view_.host().devices[work.device].name;
}

std::vector<ChainPiece> ChainFinder::ChainOf(const HostStep& step) {
  begin_ps_ = step.begin_ps;
  at_ps_ = step.end_ps();
  hops_ = 0;
  pieces_.clear();
  seen_works_.clear();
  seen_tasks_.clear();
  Place place = Start(step);
  while (at_ps_ > begin_ps_) {
    if (place.work != kNoRow) {
      place = GoOnAtWork(place);
    } else if (place.line != kNoRow) {
      place = GoOnOnThread(place);
    } else {
      PutUnknown(begin_ps_);
    }
  }
  std::reverse(pieces_.begin(), pieces_.end());
  return std::move(pieces_);
}

ChainSums ChainFinder::SumsOf(const HostStep& step,
                              const std::vector<ChainPiece>& chain) const {
  ChainSums sums;
  sums.pieces = chain.size();
  sums.occupied_ps =
      view_.works.occupied().LengthPsIn(step.begin_ps, step.end_ps());
  for (const ChainPiece& piece : chain) {
    if (piece.link == PieceLink::kGuess) sums.guess_ps += piece.length_ps;
    if (piece.is_work()) {
      sums.work_ps += piece.length_ps;
      continue;
    }
    sums.of_reason[static_cast<size_t>(piece.reason)] += piece.length_ps;
    sums.hidden_work_ps +=
        view_.works.occupied().LengthPsIn(piece.begin_ps, piece.end_ps());
  }
  return sums;
}

// Adds a piece that ends where the chain has come to.
void ChainFinder::Put(int64_t begin_ps, ChainPiece piece) {
  begin_ps = std::max(begin_ps_, std::min(begin_ps, at_ps_));
  if (begin_ps == at_ps_) return;
  piece.begin_ps = begin_ps;
  piece.length_ps = at_ps_ - begin_ps;
  pieces_.push_back(piece);
  at_ps_ = begin_ps;
  hops_ = 0;
}

void ChainFinder::PutUnknown(int64_t begin_ps) { Put(begin_ps, {}); }

// The work that ended last after a moment, and by another one.
uint32_t ChainFinder::LastDone(int64_t after_ps, int64_t by_ps) const {
  const auto behind = std::upper_bound(
      by_end_.begin(), by_end_.end(), by_ps,
      [&](int64_t at, uint32_t work) { return at < view_.works[work].end_ps; });
  if (behind == by_end_.begin()) return kNoRow;
  const uint32_t last = *std::prev(behind);
  return view_.works[last].end_ps > after_ps ? last : kNoRow;
}

ChainFinder::Place ChainFinder::Start(const HostStep& step) {
  const bool is_told_by_host =
      step.length_is == LengthIs::kMarker || step.length_is == LengthIs::kCall;
  if (is_told_by_host && view_.threads.main_line != kNoRow) {
    return {.line = view_.threads.main_line};
  }
  const uint32_t work = LastDone(begin_ps_, at_ps_);
  if (work != kNoRow) PutUnknown(view_.works[work].end_ps);
  return {.work = work};
}

// Goes back over the changes of the innermost event, until something leads
// elsewhere.
ChainFinder::Place ChainFinder::GoOnOnThread(const Place& place) {
  const std::span<const FlatLines::Change> changes = view_.lines.Of(place.line);
  auto piece = static_cast<size_t>(
      std::lower_bound(changes.begin(), changes.end(), at_ps_,
                       [](const FlatLines::Change& change, int64_t at) {
                         return change.at_ps < at;
                       }) -
      changes.begin());
  ++hops_;
  while (at_ps_ > begin_ps_) {
    const uint32_t top = piece == 0 ? kNoRow : changes[piece - 1].top;
    const int64_t from_ps =
        piece == 0 ? begin_ps_ : std::max(begin_ps_, changes[piece - 1].at_ps);
    Place next;
    if (hops_ < kMostThreadsOfChain && LeaveThread(place, top, from_ps, next)) {
      return next;
    }
    const HostAnswer& answer = view_.WhatDid(top);
    Put(from_ps,
        {.reason = answer.reason,
         .link = answer.reason == WaitReason::kUnknown ? PieceLink::kNone
                                                       : place.link,
         .name = view_.answers.EvidenceOf(answer),
         .where = view_.ThreadOf(place.line)});
    if (piece > 0) --piece;
  }
  return {};
}

// The rules before the last one. False: none holds.
bool ChainFinder::LeaveThread(const Place& place, uint32_t top,
                              int64_t piece_begin_ps, Place& next) {
  return LeaveToWork(place, top, next) || LeaveToAwaited(place, top, next) ||
         LeaveToTask(place, top, next) ||
         LeaveToGiver(place, top, piece_begin_ps, next);
}

// An instruction or an operation of a CPU is around.
bool ChainFinder::LeaveToWork(const Place& place, uint32_t top, Place& next) {
  const uint32_t event = AroundIn(own_works_, top);
  const uint32_t work = event == kNoRow ? kNoRow : view_.works.OfEvent(event);
  if (work == kNoRow || seen_works_.contains(work)) return false;
  next = {.work = work, .link = place.link};
  return true;
}

// The host was blocked until a work ended.
bool ChainFinder::LeaveToAwaited(const Place& place, uint32_t top,
                                 Place& next) {
  const uint32_t wait = AroundIn(waits_, top);
  if (wait == kNoRow) return false;
  const uint32_t work =
      LastDone(std::max(view_.host().events[wait].begin_ps, begin_ps_), at_ps_);
  if (work == kNoRow || seen_works_.contains(work)) return false;
  const HostAnswer& answer = view_.WhatDid(top);
  Put(view_.works[work].end_ps,
      {.reason = answer.reason == WaitReason::kHostRead ? WaitReason::kHostRead
                                                        : WaitReason::kRuntime,
       .link = place.link,
       .name = view_.answers.EvidenceOf(answer),
       .where = view_.ThreadOf(place.line)});
  next = {.work = work, .link = place.link};
  return true;
}

// A call returned as its tasks on other threads were done.
bool ChainFinder::LeaveToTask(const Place& place, uint32_t top, Place& next) {
  const uint32_t call = AroundIn(calls_, top);
  if (call == kNoRow) return false;
  const uint32_t task = task_ends_.LastOfCall(call, at_ps_);
  if (task == kNoRow || view_.host().events[task].end_ps <= begin_ps_ ||
      !seen_tasks_.insert(task).second) {
    return false;
  }
  Put(view_.host().events[task].end_ps, {.reason = WaitReason::kRuntime,
                                         .link = place.link,
                                         .name = "hand-back"});
  next = {.line = view_.host().events[task].line, .link = place.link};
  return true;
}

// The thread of a pool was given its task in this piece.
bool ChainFinder::LeaveToGiver(const Place& place, uint32_t top,
                               int64_t piece_begin_ps, Place& next) {
  if (view_.threads.is_program[place.line]) return false;
  const HandedTask given = view_.tasks.TaskAt(place.line, top, at_ps_);
  if (!given.is_known()) return false;
  const HostEvents::Row& task = view_.host().events[given.task];
  const HostEvents::Row& giver = view_.host().events[given.giver];
  if (task.begin_ps < piece_begin_ps) return false;
  const HostAnswer& answer = view_.WhatDid(top);
  Put(task.begin_ps,
      {.reason = answer.reason == WaitReason::kUnknown ? WaitReason::kRuntime
                                                       : answer.reason,
       .link = place.link,
       .name = view_.answers.EvidenceOf(answer),
       .where = view_.ThreadOf(place.line)});
  const uint32_t before = task_ends_.LastBefore(given.task, at_ps_);
  if (before != kNoRow && view_.host().events[before].end_ps > giver.begin_ps &&
      seen_tasks_.insert(before).second) {
    Put(view_.host().events[before].end_ps, {.reason = WaitReason::kRuntime,
                                             .link = PieceLink::kGuess,
                                             .name = "hand-over"});
    next = {.line = view_.host().events[before].line,
            .link = PieceLink::kGuess};
    return true;
  }
  Put(giver.begin_ps, {.reason = WaitReason::kRuntime,
                       .link = place.link,
                       .name = "hand-over"});
  next = {.line = giver.line, .link = place.link};
  return true;
}

// All devices of a collective wait for the last one to come.
uint32_t ChainFinder::AwaitLast(uint32_t work) {
  const uint32_t last = view_.works.LastArrivalOf(work);
  if (last == kNoRow ||
      view_.works[last].begin_ps <= view_.works[work].begin_ps ||
      view_.works[last].begin_ps >= at_ps_ || seen_works_.contains(last)) {
    return work;
  }
  return last;
}

ChainFinder::Place ChainFinder::GoOnAtWork(const Place& place) {
  uint32_t row = place.work;
  seen_works_.insert(row);
  const auto put = [&](int64_t begin_ps) {
    const DeviceWork& of = view_.works[place.work];
    Put(begin_ps, {.work = place.work,
                   .link = place.link,
                   .name = of.name,
                   .where = DeviceOf(of)});
  };
  const uint32_t last = AwaitLast(row);
  if (last != row) {
    put(view_.works[last].begin_ps);
    row = last;
    seen_works_.insert(row);
  }
  const DeviceWork& work = view_.works[row];
  Put(work.begin_ps, {.work = row,
                      .link = place.link,
                      .name = work.name,
                      .where = DeviceOf(work)});
  Cause cause;
  if (at_ps_ <= begin_ps_ || !FindCause(row, cause)) return {};
  return Follow(row, cause);
}

// The latest of what a work may have waited for. False: nothing is known.
bool ChainFinder::FindCause(uint32_t row, Cause& best) const {
  const DeviceWork& work = view_.works[row];
  bool has_any = false;
  const auto consider = [&](const Cause& cause) {
    if (has_any &&
        std::tie(cause.at_ps, cause.kind) < std::tie(best.at_ps, best.kind)) {
      return;
    }
    best = cause;
    has_any = true;
  };
  using Kind = Cause::Kind;
  if (work.before != kNoRow && !seen_works_.contains(work.before)) {
    consider({Kind::kStream, view_.works[work.before].end_ps, work.before});
  }
  if (work.is_own_launch()) {
    consider({Kind::kThread, work.begin_ps, work.event});
  } else if (work.launch != kNoRow) {
    const HostEvents::Row& launch = view_.host().events[work.launch];
    const DeviceWork* const before =
        work.before == kNoRow ? nullptr : &view_.works[work.before];
    const bool was_queued = before != nullptr &&
                            launch.begin_ps < before->end_ps &&
                            work.begin_ps - before->end_ps < kQueuedAtMostPs;
    if (launch.end_ps <= work.begin_ps) {
      consider({Kind::kLaunch, launch.end_ps, work.launch});
    } else if (!was_queued) {
      consider({Kind::kLateLaunch, work.begin_ps, work.launch});
    }
  }
  const uint32_t other = LastDone(begin_ps_, work.begin_ps);
  if (other != kNoRow && other != work.before &&
      view_.works[other].device == work.device &&
      !seen_works_.contains(other)) {
    consider({Kind::kOrder, view_.works[other].end_ps, other});
  }
  return has_any;
}

ChainFinder::Place ChainFinder::Follow(uint32_t row, const Cause& cause) {
  using Kind = Cause::Kind;
  const DeviceWork& work = view_.works[row];
  if (cause.kind == Kind::kThread) {
    return {.line = view_.host().events[cause.row].line};
  }
  if (cause.kind == Kind::kStream || cause.kind == Kind::kOrder) {
    const PieceLink link =
        cause.kind == Kind::kStream ? PieceLink::kRecorded : PieceLink::kGuess;
    const bool is_launched = work.launch != kNoRow || work.is_own_launch();
    Put(cause.at_ps,
        {.reason = is_launched ? WaitReason::kQueued : WaitReason::kUnknown,
         .link = is_launched ? link : PieceLink::kNone});
    return {.work = cause.row, .link = link};
  }
  const HostEvents::Row& launch = view_.host().events[cause.row];
  Put(launch.end_ps, {.reason = WaitReason::kQueued,
                      .link = PieceLink::kRecorded,
                      .where = DeviceOf(work)});
  Put(launch.begin_ps,
      {.reason = WaitReason::kLaunch,
       .link = PieceLink::kRecorded,
       .name = view_.host().Text(view_.host().events.NameOf(cause.row).text),
       .where = view_.ThreadOf(launch.line)});
  return {.line = view_.threads.owner[launch.line]};
}

}  // namespace tfprof
