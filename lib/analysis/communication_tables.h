// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/communication.h"
#include "analysis/report.h"
#include "model/graph.h"

namespace tfprof {

// What the graphs that ran send from device to device.
Section EdgesBetweenDevices(const std::vector<Graph>& graphs);

std::vector<Section> TablesOf(const Communication& communication);

}  // namespace tfprof
