// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/waiting/idle_tables.h"
#include "report/dump_summary.h"

namespace tfprof {

// Adds to each device that the screen shows the parts of its time in the steps.
void AddAccounts(IdleOfDevices& idle, DumpSummary& summary);

// Adds what devices wait for, the largest part of a step first.
void AddWaitingFindings(IdleOfDevices& idle, DumpSummary& summary);

}  // namespace tfprof
