// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/waiting/recorded_waiting.h"
#include "report/dump_summary.h"

namespace tfprof {

// Adds to each device that the screen shows the parts of its time in the steps.
void AddAccounts(const RecordedWaiting& waiting, DumpSummary& summary);

}  // namespace tfprof
