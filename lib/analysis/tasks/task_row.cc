// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/task_row.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tfprof {

TaskOrder::TaskOrder(const StepRecords& records)
    : records_(records), rank_(records.devices.size()) {
  std::vector<uint32_t> by_name(rank_.size());
  std::iota(by_name.begin(), by_name.end(), 0U);
  std::sort(by_name.begin(), by_name.end(), [&](uint32_t a, uint32_t b) {
    return records.strings[records.devices[a].name] <
           records.strings[records.devices[b].name];
  });
  for (uint32_t i = 0; i < by_name.size(); ++i) rank_[by_name[i]] = i;
}

bool TaskOrder::ByPlace(const TaskRow& a, const TaskRow& b) const {
  const uint32_t a_rank = rank_[records_.device[a.record]];
  const uint32_t b_rank = rank_[records_.device[b.record]];
  if (records_.is_recording) return a.record < b.record;
  if (a_rank != b_rank) return a_rank < b_rank;
  if (a.record != b.record) {
    const uint32_t a_place = records_.PlaceOnLine(a.record);
    const uint32_t b_place = records_.PlaceOnLine(b.record);
    return std::tie(a_place, a.record) < std::tie(b_place, b.record);
  }
  return a.part < b.part;
}

bool TaskOrder::operator()(const TaskRow& a, const TaskRow& b) const {
  if (a.start != b.start) return a.start < b.start;
  return a.end != b.end ? a.end < b.end : ByPlace(a, b);
}

}  // namespace tfprof
