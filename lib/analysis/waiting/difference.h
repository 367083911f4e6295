// SPDX-License-Identifier: Apache-2.0
// The difference of two recordings as a sum that closes. Means are compared,
// since only means are linear: the changes of the rows add up to the change of
// the mean length of a step. Times are picoseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/waiting/waiting_tables.h"

namespace tfprof {

struct DifferenceSide {
  std::string host;  // empty if both sides have one process
  int64_t steps = 0;
  int64_t length_sum_ps = 0;

  double mean_ps() const {
    return steps > 0
               ? static_cast<double>(length_sum_ps) / static_cast<double>(steps)
               : 0;
  }
};

// Exposed work of all devices of a process, or idle time, by what it is.
struct DifferenceRow {
  struct Side {
    int64_t sum_ps = 0;
    uint64_t works = 0;  // of idle time its parts
    int64_t guess_ps = 0;

    bool is_mostly_guess() const { return 2 * guess_ps > sum_ps; }
  };

  std::string host;
  std::string row_class;  // "compute", "collective", "copy", "idle host_read"
  // The operation, the kind of a collective or copy; of idle time its line, or
  // its region, or its program; may be empty.
  std::string name;
  std::optional<Side> before;
  std::optional<Side> after;
  double change_ps = 0;  // of the mean step
};

struct Difference {
  std::vector<DifferenceSide> before;  // by host
  std::vector<DifferenceSide> after;
  std::vector<DifferenceRow> rows;  // the largest change first
};

// Compares the steps of both sides, process by process. The sums of a side's
// rows are its length.
Difference DifferenceOf(const RecordedWaiting& before,
                        const RecordedWaiting& after);

// `difference` and `waterfall`.
std::vector<Section> DifferenceSections(const Difference& difference,
                                        const RowFormat& format);

}  // namespace tfprof
