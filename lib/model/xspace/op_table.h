// SPDX-License-Identifier: Apache-2.0
// The operations of a recording, as TensorFlow's profiler lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/xspace/recording.h"

namespace tfprof {

// Texts are those of the recordings: many rows may have one long name.
struct OpTableRow {
  bool on_device = false;
  std::string_view type;
  std::string_view name;
  int64_t occurrences = 0;
  int64_t total_ps = 0;
  int64_t self_ps = 0;
  bool is_eager = false;
};

// The operations of all hosts over all their time: devices first, most self
// time first, then by name. `most` rows of each side; 0 is all. tfprof: an
// operation ran as often as its busiest kernel; the rows "IDLE" are what a
// side's lines had no operation for.
//
// With `steps`, ascending, it is about these alone, and without "IDLE", as it
// is not known when that was.
std::vector<OpTableRow> MakeOpTable(
    std::span<const std::shared_ptr<const Recording>> hosts, size_t most,
    const std::vector<int64_t>* steps = nullptr);

}  // namespace tfprof
