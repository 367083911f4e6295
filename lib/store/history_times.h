// SPDX-License-Identifier: Apache-2.0
// The times of rows in a history. Those of a level of a run are a list in JSON
// whose places are those of a layout: which name stands where. Runs of one
// graph share their layout, and new names are added at its end.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/error.h"
#include "base/hash.h"
#include "store/database.h"

namespace tfprof {

// A row that took time in a run.
struct HistoryTime {
  int64_t depth = 0;
  int64_t name = 0;  // a row of `names`
  int64_t median_ns = 0;
};

// Which of two with the same name and depth is kept is not defined.
Status AddHistoryTimes(int64_t run, const std::vector<HistoryTime>& times,
                       Database& database);

// In ns, by name; names that took none are not there. kCorrupt if a list is
// none.
Result<tsl::robin_map<int64_t, int64_t, IntHash>> ReadHistoryTimes(
    int64_t run, const Database& database);

// Rows down to a depth in ns, added up over runs; by depth and name.
Result<std::map<std::pair<int64_t, int64_t>, double>> SumHistoryTimes(
    const std::vector<int64_t>& runs, int64_t depth, const Database& database);

}  // namespace tfprof
