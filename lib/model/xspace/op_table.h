// SPDX-License-Identifier: Apache-2.0
// The operations of a recording, as TensorFlow's profiler lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/xspace/recording.h"

namespace tfprof {

struct OpTableRow {
  bool on_device = false;
  std::string type;
  std::string name;
  int64_t occurrences = 0;
  int64_t total_ps = 0;
  int64_t self_ps = 0;
  bool is_eager = false;
};

// What hosts ran together, in all of their time: devices first, most self time
// first, then by name. `most` rows of each side; all of them if 0.
// tfprof: an operation ran as often as its busiest kernel; the rows "IDLE" are
// what a side's lines had no operation for.
//
// `steps`, ascending, if it is about these alone: without "IDLE" then, of which
// is not known when it was.
std::vector<OpTableRow> MakeOpTable(
    std::span<const std::shared_ptr<const Recording>> hosts, size_t most,
    const std::vector<int64_t>* steps = nullptr);

}  // namespace tfprof
