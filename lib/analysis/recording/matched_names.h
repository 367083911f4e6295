// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/profile.h"
#include "model/xspace/recording_sink.h"

namespace tfprof {

// How many operations of XSpaces a graph defines.
struct MatchedNames {
  uint64_t names = 0;
  uint64_t matched = 0;
  std::optional<double> time_share;  // of the matched names, of all operations

  // Whether it may be the graph of another model.
  bool IsDoubtful() const { return time_share && *time_share < 0.5; }
};

// REQUIRES: `profile` was made from the graph and `hosts`. XLA instructions are
// not counted: graphs do not have their names.
MatchedNames MatchNames(const Profile& profile, const Recordings& hosts);

}  // namespace tfprof
