// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/communication.h"
#include "analysis/report.h"

namespace tfprof {

std::vector<Section> TablesOf(const Communication& communication);

}  // namespace tfprof
