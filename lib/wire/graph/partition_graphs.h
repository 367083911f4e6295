// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/dump_sink.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// The graphs that ran: for each device a partition, for each call of a function
// its graphs before and after it was optimized. `bytes` is a RunMetadata.
void ReadPartitionGraphs(std::string_view bytes, DumpSink& sink,
                         Progress& progress);

}  // namespace tfprof
