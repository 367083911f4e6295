// SPDX-License-Identifier: Apache-2.0
// Stats of host events that no marker of a step has. They stand where markers
// have their number and name, which keeps a row at 64 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "recorded/recorded_host.h"

namespace tfprof {

// Of HostEvents::Stats::has: `step_num` is the stat tracing_count.
inline constexpr uint16_t kHasTracingCount = 1024;

// How often TensorFlow had traced the function that is called.
inline std::optional<int64_t> TracingCountOf(const HostEvents::Stats& stats) {
  if ((stats.has & kHasTracingCount) == 0) return std::nullopt;
  return stats.step_num;
}

// True for iterators of tf.data.
inline bool IsStageOfInput(std::string_view name) {
  return name.starts_with("Iterator::");
}

// The user's name of an iterator, map(name=...); "" without one.
inline std::string_view LabelOfStage(const RecordedHost& host, uint32_t event) {
  if (!IsStageOfInput(host.Text(host.events.NameOf(event).text))) return {};
  return host.Text(host.events.StatsOf(event).graph_type);
}

}  // namespace tfprof
