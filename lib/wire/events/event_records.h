// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The parts of an event file that are read, in the order of the file, as views
// into it.
struct EventRecords {
  struct Tagged {
    std::string_view tag;
    int64_t step = 0;
    std::string_view run_metadata;
  };

  std::vector<std::string_view> graph_defs;
  std::vector<std::string_view> meta_graph_defs;
  std::vector<Tagged> steps;        // run metadata that holds records
  std::vector<Tagged> graphs;       // run metadata that holds graphs only
  uint64_t summaries = 0;           // all others
  std::vector<std::string> losses;  // the incomplete parts of the file
};

// Reads a whole file. A last record that is cut short is a loss. A wrong
// checksum is an error (kCorrupt, with the offset); with `allow_partial` the
// record is a loss, and so is everything after a length with a wrong checksum.
Result<EventRecords> ReadEventRecords(const std::string& path,
                                      std::string_view content,
                                      bool allow_partial);

}  // namespace tfprof
