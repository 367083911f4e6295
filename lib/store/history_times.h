// SPDX-License-Identifier: Apache-2.0
// The times of rows in a history. The times of one level of a run are a JSON
// list; a layout maps positions in the list to names. Runs of one graph share
// their layout, and new names are added at its end.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <tsl/robin_map.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/table_index.h"
#include "store/database.h"

namespace tfprof {

// The time of a row in a run.
struct HistoryTime {
  int64_t depth = 0;
  int64_t name = 0;  // a row of `names`
  int64_t median_ns = 0;
};

// The positions of names in the lists of runs.
struct HistoryLayout {
  int64_t id = 0;  // the first run with this layout; 0 without one
  std::map<int64_t, std::vector<int64_t>> names;  // by depth, by position

  // The position of a name; a new name is added at the end of its level.
  size_t PlaceOf(int64_t depth, int64_t name);

  bool Has(int64_t depth, int64_t name) const;

  size_t size() const;

 private:
  std::map<int64_t, TableIndex> places_;  // by depth
};

// The layout of the last run; an empty one if there are no runs.
Result<HistoryLayout> ReadLastLayout(const Database& database);

// Writes the lists of a run, by depth, in the order of the layout.
Status AddHistoryLists(int64_t run, int64_t layout,
                       const std::map<int64_t, std::vector<int64_t>>& levels,
                       Database& database);

// Writes the times of a run. Adds new names to the layout, or starts a new
// layout. It is unspecified which of two times of one name is kept.
Status AddHistoryTimes(int64_t run, std::vector<HistoryTime> times,
                       HistoryLayout layout, Database& database);

// In ns, by name, without names of no time. Fails with kCorrupt if a list is
// malformed.
Result<tsl::robin_map<int64_t, int64_t, IntHash>> ReadHistoryTimes(
    int64_t run, const Database& database);

// The time of a name in several runs, or in those that share a layout.
struct HistorySum {
  int64_t depth = 0;
  int64_t name = 0;
  double sum_ns = 0;
};

// Sums for each name down to a depth, one per layout of the runs. Reads no more
// of a layout than the runs have times.
Result<std::vector<HistorySum>> SumHistoryTimes(
    const std::vector<int64_t>& runs, int64_t depth, const Database& database);

}  // namespace tfprof
