// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/dump_summary.h"

namespace tfprof {

// Appends one screen: at most 40 lines of 100 columns.
void AppendDumpSummary(const DumpSummary& summary, std::string& out);

}  // namespace tfprof
