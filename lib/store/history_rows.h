// SPDX-License-Identifier: Apache-2.0
// The rows of runs: times of every run, exact numbers only when they change.
#pragma once

#include "base/error.h"
#include "store/history.h"

namespace tfprof {

// Equal for runs that differ only in times.
int64_t HashOfRows(const RecordedRun::Rows& rows);

// REQUIRES: the run is in `runs`, with the hash of its rows, and is the last
// one.
Status AddHistoryRows(int64_t run, const RecordedRun::Rows& rows,
                      Database& database);

// Parents come before children.
Result<RecordedRun::Rows> ReadHistoryRows(int64_t run,
                                          const Database& database);

}  // namespace tfprof
