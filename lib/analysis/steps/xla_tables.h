// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/steps/xla.h"
#include "report/report.h"

namespace tfprof {

std::vector<Section> TablesOf(const XlaReport& xla);

}  // namespace tfprof
