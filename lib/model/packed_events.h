// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/packed_numbers.h"
#include "model/trace.h"

namespace tfprof {

// The events of a recording in a quarter of their memory, for whoever keeps
// them while something else takes a lot.
class PackedEvents {
 public:
  // REQUIRES: trace.is_recording
  explicit PackedEvents(Trace trace);

  // All of it again. Once.
  Trace Unpack();

 private:
  Trace rest_;  // but for what is said of each event
  size_t count_ = 0;
  PackedNumbers numbers_;
};

}  // namespace tfprof
