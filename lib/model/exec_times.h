// SPDX-License-Identifier: Apache-2.0
// The times of an execution, in nanoseconds.
#pragma once

#include <cstdint>
#include <optional>

#include "model/dump_sink.h"

namespace tfprof {

// Nanoseconds.
constexpr int64_t kHour = int64_t{3600} * 1'000'000'000;

// Nanoseconds since the epoch, or of another clock. all_start is 0 if it was
// not recorded; else op_start <= op_end <= all_end holds, but all_start <=
// op_start may not.
struct ExecTimes {
  int64_t all_start = 0;
  int64_t op_start = 0;
  int64_t op_end = 0;
  int64_t all_end = 0;
};

// From the fields in nanoseconds if there are any, else from those in
// microseconds. Impossible times are cut: starts after the year 2079 become
// none, and an execution lasts 104 days at most.
ExecTimes TimesOf(const ExecRecord& exec);

// From the start of a record to the later of its two ends, wherever its
// operation began; [0, 0) if the start was not recorded.
struct ExecSpan {
  int64_t start = 0;
  int64_t end = 0;
};

ExecSpan RecordedSpan(const ExecRecord& exec);

// The scheduling time of the execution, in nanoseconds, if it is within an hour
// of `all_start`. Release 2.15 writes nanoseconds multiplied by 1000, modulo
// 2^64: of the possible times, 213 days apart, the nearest counts.
std::optional<int64_t> ScheduledTime(const ExecRecord& exec, int64_t all_start);

}  // namespace tfprof
