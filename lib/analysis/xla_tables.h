// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/report.h"
#include "analysis/xla.h"

namespace tfprof {

std::vector<Section> TablesOf(const XlaReport& xla);

}  // namespace tfprof
