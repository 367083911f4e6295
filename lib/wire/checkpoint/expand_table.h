// SPDX-License-Identifier: Apache-2.0
// Tables whose blocks are compressed with snappy, as some writers make them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The same table without compression.
struct ExpandedTable {
  struct Place {
    uint64_t offset = 0;   // of a block in `bytes`
    uint64_t in_file = 0;  // of that block in the file
  };

  std::string bytes;
  std::vector<Place> places;  // ascending
};

// Nothing if no block is compressed, or if the table is so damaged that this
// cannot be told. Fails with kCorrupt for a damaged block, one that lies about
// its size, and one that is compressed in another way.
Result<std::optional<ExpandedTable>> ExpandTable(const std::string& path,
                                                 std::string_view file);

}  // namespace tfprof
