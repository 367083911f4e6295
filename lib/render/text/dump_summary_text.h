// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/dump_summary.h"

namespace tfprof {

// One screen: at most 40 lines by 100 columns, whatever the dump.
void AppendDumpSummary(const DumpSummary& summary, std::string& out);

}  // namespace tfprof
