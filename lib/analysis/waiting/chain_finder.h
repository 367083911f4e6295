// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tsl/robin_set.h>

#include "analysis/waiting/step_chain.h"
#include "analysis/waiting/task_ends.h"
#include "base/hash.h"

namespace tfprof {

// Finds the chains of the steps of one recording. Each question costs as much
// as the chain has pieces, times log n.
class ChainFinder {
 public:
  // `view` must outlive this.
  explicit ChainFinder(const HostView& view);

  // The chain of a step, in order of time.
  std::vector<ChainPiece> ChainOf(const HostStep& step);

  ChainSums SumsOf(const HostStep& step,
                   const std::vector<ChainPiece>& chain) const;

 private:
  // Where the chain goes on: at a work, or before a moment on a thread.
  struct Place {
    uint32_t work = kNoRow;
    uint32_t line = kNoRow;  // if it is no work
    PieceLink link = PieceLink::kRecorded;
  };

  // What the work at hand waited for.
  struct Cause {
    enum class Kind : uint8_t {
      kThread,
      kOrder,
      kLaunch,
      kStream,
      kLateLaunch
    };

    Kind kind = Kind::kThread;
    int64_t at_ps = 0;
    uint32_t row = kNoRow;  // a work, or an event of the host
  };

  static uint32_t AroundIn(const std::vector<uint32_t>& around,
                           uint32_t event) {
    return event == kNoRow || around.empty() ? kNoRow : around[event];
  }

  void FindAround();
  std::string_view DeviceOf(const DeviceWork& work) const;
  void Put(int64_t begin_ps, ChainPiece piece);
  void PutUnknown(int64_t begin_ps);
  Place Start(const HostStep& step);
  Place GoOnOnThread(const Place& place);
  Place GoOnAtWork(const Place& place);
  bool LeaveThread(const Place& place, uint32_t top, int64_t piece_begin_ps,
                   Place& next);
  bool LeaveToWork(const Place& place, uint32_t top, Place& next);
  bool LeaveToAwaited(const Place& place, uint32_t top, Place& next);
  bool LeaveToTask(const Place& place, uint32_t top, Place& next);
  bool LeaveToGiver(const Place& place, uint32_t top, int64_t piece_begin_ps,
                    Place& next);
  uint32_t AwaitLast(uint32_t work);
  uint32_t LastDone(int64_t after_ps, int64_t by_ps) const;
  bool FindCause(uint32_t work, Cause& best) const;
  Place Follow(uint32_t work, const Cause& cause);

  const HostView& view_;
  TaskEnds task_ends_;
  std::vector<uint32_t> by_end_;  // works, in order of end
  // By event: what is around it, or is the event itself. Empty without any.
  std::vector<uint32_t> own_works_;  // the innermost event that is a work
  std::vector<uint32_t> waits_;      // the outermost event that waits for works
  std::vector<uint32_t> calls_;      // the outermost call that waits for tasks
  // Of the step at hand.
  int64_t begin_ps_ = 0;
  int64_t at_ps_ = 0;
  int64_t hops_ = 0;                // places since the last piece
  std::vector<ChainPiece> pieces_;  // the last first
  tsl::robin_set<uint32_t, IntHash> seen_works_;
  tsl::robin_set<uint32_t, IntHash> seen_tasks_;
};

}  // namespace tfprof
