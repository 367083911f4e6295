// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "model/xspace/recording.h"
#include "wire/intake/readers.h"
#include "wire/xspace/plane_reader.h"

namespace tfprof {

// Decodes the programs of `planes` whose module is one of `modules`, which are
// those that ran: others may be many, and large. Those that are damaged are
// left out with a warning. Of planes that have nothing there may be no reader.
std::vector<Recording::Program> ReadPrograms(
    const std::vector<std::unique_ptr<PlaneReader>>& planes,
    const std::set<std::string_view>& modules, const Source& source,
    Diagnostics& diagnostics);

}  // namespace tfprof
