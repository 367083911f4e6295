// SPDX-License-Identifier: Apache-2.0
#include "model/exec_times.h"

#include <algorithm>

namespace tfprof {

namespace {

using WideInt = __int128;

constexpr int64_t kMostStart = int64_t{3} << 60;
constexpr int64_t kMostSpan = int64_t{1} << 53;

int64_t Cut(WideInt nanos) {
  return static_cast<int64_t>(
      std::clamp<WideInt>(nanos, -kMostSpan, kMostSpan));
}

bool IsNear(WideInt nanos, int64_t start) {
  return nanos - start < kHour && start - nanos < kHour;
}

ExecTimes TimesFrom(const ExecRecord& exec, int64_t op_start_ns,
                    int64_t op_start_us) {
  const bool has_nanos = exec.all_start_ns > 0;
  const auto nanos = [&](int64_t ns, int64_t us) -> WideInt {
    return has_nanos ? ns : WideInt{us} * 1000;
  };
  const WideInt start = nanos(exec.all_start_ns, exec.all_start_us);
  ExecTimes times;
  times.all_start =
      start < 0 || start > kMostStart ? 0 : static_cast<int64_t>(start);
  const auto at = [&](int64_t ns, int64_t us) {
    return times.all_start + Cut(nanos(ns, us));
  };
  times.op_start = at(op_start_ns, op_start_us);
  times.op_end =
      std::max(at(exec.op_end_rel_ns, exec.op_end_rel_us), times.op_start);
  times.all_end =
      std::max(at(exec.all_end_rel_ns, exec.all_end_rel_us), times.op_end);
  return times;
}

}  // namespace

ExecTimes TimesOf(const ExecRecord& exec) {
  return TimesFrom(exec, exec.op_start_rel_ns, exec.op_start_rel_us);
}

ExecSpan RecordedSpan(const ExecRecord& exec) {
  const ExecTimes times = TimesFrom(exec, 0, 0);
  if (times.all_start == 0) return {};
  return {times.all_start, times.all_end};
}

std::optional<int64_t> ScheduledTime(const ExecRecord& exec,
                                     int64_t all_start) {
  const WideInt recorded = exec.scheduled_ns != 0
                               ? WideInt{exec.scheduled_ns}
                               : WideInt{exec.scheduled_us} * 1000;
  if (recorded == 0) return std::nullopt;
  if (IsNear(recorded, all_start)) return static_cast<int64_t>(recorded);
  constexpr WideInt kTurn = WideInt{1} << 64;
  const auto low = static_cast<uint64_t>(recorded);
  const WideInt turns = (WideInt{all_start} * 1000 - low + kTurn / 2) >> 64;
  const WideInt repaired = (low + turns * kTurn) / 1000;
  if (!IsNear(repaired, all_start)) return std::nullopt;
  return static_cast<int64_t>(repaired);
}

}  // namespace tfprof
