// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/dump_sink.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// The graphs that ran: a partition for each device, and for each call of a
// function its graphs before and after optimization. `bytes` is a RunMetadata.
void ReadPartitionGraphs(std::string_view bytes, DumpSink& sink,
                         Progress& progress);

}  // namespace tfprof
