// SPDX-License-Identifier: Apache-2.0
// The memory of devices that a JAX program held at one moment.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/string_pool.h"

namespace tfprof {

struct HeldMemory {
  // All that one line of code made on one device. Texts may be empty.
  struct Row {
    StringId device;  // "gpu:0", "TPU_0(process=0,(0,0,0,0))"
    StringId kind;    // "buffer" or "executable"
    StringId file;
    StringId function;
    int64_t line = 0;
    int64_t bytes = 0;
    int64_t count = 0;
  };

  StringPool strings;
  std::vector<Row> rows;  // distinct, most bytes first, then by their texts
};

// Adds up rows that differ in bytes and count alone, and puts the rows in
// order. False if a sum exceeds 64 bits.
bool SumHeldRows(HeldMemory& held);

}  // namespace tfprof
