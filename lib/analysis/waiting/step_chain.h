// SPDX-License-Identifier: Apache-2.0
// Why a step of a recording took as long as it did: pieces of work and of
// waiting that fill its window without holes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/waiting/host_view.h"
#include "recorded/recorded_steps.h"

namespace tfprof {

// How it is known that a piece follows the one before it.
enum class PieceLink : uint8_t {
  kRecorded,  // ids and nesting led there
  kGuess,     // an edge was assumed that the tracer does not record
  kNone,      // nothing is known
};

std::string_view WordsOf(PieceLink link);

// A piece of the chain of a step. Texts are borrowed from the recording.
struct ChainPiece {
  int64_t begin_ps = 0;
  int64_t length_ps = 0;
  uint32_t work = kNoRow;  // of HostView::works; kNoRow: no work
  WaitReason reason = WaitReason::kUnknown;  // of a piece that is no work
  PieceLink link = PieceLink::kNone;
  std::string_view name;   // of the work, or the event that gave the reason
  std::string_view where;  // the device, or the thread up to its first '/'

  bool is_work() const { return work != kNoRow; }

  int64_t end_ps() const { return begin_ps + length_ps; }
};

// The sums of a chain.
struct ChainSums {
  int64_t occupied_ps = 0;     // some device ran something
  int64_t work_ps = 0;         // pieces of work
  int64_t hidden_work_ps = 0;  // occupied, under pieces that are no work
  int64_t guess_ps = 0;
  std::array<int64_t, kWaitReasons> of_reason{};
  uint64_t pieces = 0;

  int64_t Of(WaitReason reason) const {
    return of_reason[static_cast<size_t>(reason)];
  }
};

}  // namespace tfprof
