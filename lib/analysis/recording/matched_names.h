// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/profile.h"
#include "model/xspace/recording_sink.h"

namespace tfprof {

// How well a graph fits the operations of TensorFlow that XSpaces recorded.
struct MatchedNames {
  uint64_t names = 0;
  uint64_t matched = 0;
  std::optional<double> time_share;  // of all operations that the names took

  // Whether it may well be the graph of another model.
  bool IsDoubtful() const { return time_share && *time_share < 0.5; }
};

// `profile` is made of the graph and of `hosts`. Instructions of XLA are no
// names of a graph and do not count.
MatchedNames MatchNames(const Profile& profile, const Recordings& hosts);

}  // namespace tfprof
