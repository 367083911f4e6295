// SPDX-License-Identifier: Apache-2.0
// Sums of idle time by its reasons. Times are picoseconds.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "analysis/waiting/idle_parts.h"
#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

struct IdleRow {
  std::string_view key;  // the reason, the region, or the line
  int64_t idle_ps = 0;
  uint64_t stretches = 0;
  uint64_t short_stretches = 0;
  int64_t longest_ps = 0;
  int64_t recorded_ps = 0;
  int64_t guess_ps = 0;
  std::string_view evidence;  // the event with the most time

  bool is_mostly_guess() const { return 2 * guess_ps > idle_ps; }
};

// Time for input, by what the input pipeline did meanwhile.
struct StageRow {
  std::string_view stage;
  std::string_view label;
  int64_t idle_ps = 0;
};

// The time of a reason in one place of the program, of which ids and nesting
// tell.
struct IdlePlace {
  WaitReason reason = WaitReason::kUnknown;
  std::string_view line;
  std::string_view region;
  std::string_view program;
  int64_t recorded_ps = 0;

  auto Key() const { return std::tie(reason, line, region, program); }
};

struct IdleTables {
  std::vector<IdleRow> by_reason;  // the most idle time first, as all of these
  std::vector<IdleRow> by_region;
  std::vector<IdleRow> by_line;
  std::vector<StageRow> by_stage;
  std::vector<IdlePlace> places;  // in order of Key(), which may repeat
};

// The idle time of a device of a process.
IdleTables FindIdle(const WaitingOfProcess& process,
                    const DeviceMoments& device);

// The idle time of devices, found once for all who ask.
class IdleOfDevices {
 public:
  // `waiting` must outlive this.
  explicit IdleOfDevices(const RecordedWaiting& waiting) : waiting_(waiting) {}

  const RecordedWaiting& waiting() const { return waiting_; }

  // REQUIRES: both are of `waiting`.
  const IdleTables& Of(const WaitingOfProcess& process,
                       const DeviceMoments& device) {
    const auto [found, is_new] = tables_.try_emplace(&device);
    if (is_new) found->second = FindIdle(process, device);
    return found->second;
  }

 private:
  const RecordedWaiting& waiting_;
  std::map<const DeviceMoments*, IdleTables> tables_;
};

}  // namespace tfprof
