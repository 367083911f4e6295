// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_clock.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <tuple>
#include <utility>

#include "model/exec_times.h"

namespace tfprof {

namespace {

// Sorts by node, then by start.
template <typename Time>
void Sort(std::vector<Time>& times) {
  std::stable_sort(
      times.begin(), times.end(), [](const Time& a, const Time& b) {
        return std::tie(a.node, a.start) < std::tie(b.node, b.start);
      });
}

// One past the last time with the node of times[begin].
template <typename Time>
size_t EndOfNode(const std::vector<Time>& times, size_t begin) {
  size_t end = begin;
  while (end < times.size() && times[end].node == times[begin].node) ++end;
  return end;
}

template <typename Time>
int64_t FirstStart(const std::vector<Time>& times) {
  return std::min_element(
             times.begin(), times.end(),
             [](const Time& a, const Time& b) { return a.start < b.start; })
      ->start;
}

}  // namespace

bool IsOtherClock(int64_t first_operation, int64_t first_work) {
  return std::max(first_operation, first_work) -
             std::min(first_operation, first_work) >=
         kHour;
}

int64_t KernelClockOffset(std::vector<LaunchTime> launches,
                          std::vector<WorkTime> work) {
  assert(!launches.empty() && !work.empty());
  Sort(launches);
  Sort(work);
  std::optional<int64_t> offset;
  size_t launch = 0;
  for (size_t begin = 0; begin < work.size();) {
    const size_t end = EndOfNode(work, begin);
    while (launch < launches.size() && launches[launch].node < work[begin].node)
      ++launch;
    if (launch == launches.size()) break;
    const size_t launch_end = launches[launch].node == work[begin].node
                                  ? EndOfNode(launches, launch)
                                  : launch;
    const size_t count = launch_end - launch;
    if (count > 0 && (end - begin) % count == 0) {
      const size_t each = (end - begin) / count;
      for (size_t i = 0; i < count; ++i) {
        const int64_t least =
            launches[launch + i].op_start - work[begin + i * each].start;
        offset = std::max(offset.value_or(least), least);
      }
    }
    begin = end;
  }
  return offset.value_or(FirstStart(launches) - FirstStart(work));
}

int64_t OffsetIfOtherClock(std::vector<LaunchTime> launches,
                           std::vector<WorkTime> work) {
  if (launches.empty() || work.empty() ||
      !IsOtherClock(FirstStart(launches), FirstStart(work))) {
    return 0;
  }
  return KernelClockOffset(std::move(launches), std::move(work));
}

}  // namespace tfprof
