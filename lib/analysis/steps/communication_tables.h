// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/steps/communication.h"
#include "model/graph.h"
#include "report/report.h"

namespace tfprof {

// What the graphs that ran send from device to device.
Section EdgesBetweenDevices(const std::vector<Graph>& graphs);

std::vector<Section> TablesOf(const Communication& communication);

}  // namespace tfprof
