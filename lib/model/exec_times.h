// SPDX-License-Identifier: Apache-2.0
// When an execution ran, in nanoseconds.
#pragma once

#include <cstdint>
#include <optional>

#include "model/dump_sink.h"

namespace tfprof {

// Nanoseconds.
constexpr int64_t kHour = int64_t{3600} * 1'000'000'000;

// Nanoseconds since the epoch, or of another clock. all_start is 0 if it was
// not recorded; else all_start <= op_start does not have to hold, but
// op_start <= op_end <= all_end does.
struct ExecTimes {
  int64_t all_start = 0;
  int64_t op_start = 0;
  int64_t op_end = 0;
  int64_t all_end = 0;
};

// From the fields in nanoseconds where there are any, else from those in
// microseconds. Times that no run can have are cut: starts after the year 2079
// are none, and an execution lasts for 104 days at most.
ExecTimes TimesOf(const ExecRecord& exec);

// From the start of a record to the later one of its two ends, wherever its
// operation began; nothing, [0, 0), if the start was not recorded.
struct ExecSpan {
  int64_t start = 0;
  int64_t end = 0;
};

ExecSpan RecordedSpan(const ExecRecord& exec);

// When the execution was scheduled, in nanoseconds, if that is within an hour
// of `all_start`. Release 2.15 writes nanoseconds multiplied by 1000, modulo
// 2^64: of the times that this may stand for, 213 days apart, the nearest
// counts.
std::optional<int64_t> ScheduledTime(const ExecRecord& exec, int64_t all_start);

}  // namespace tfprof
