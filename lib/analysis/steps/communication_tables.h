// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/steps/communication.h"
#include "model/graph.h"
#include "report/report.h"

namespace tfprof {

// The sends between devices in the graphs that ran.
class DeviceEdges {
 public:
  void Add(const Graph& graph);

  Section Table() const;

 private:
  bool has_ran_ = false;
  std::map<std::pair<std::string, std::string>, int64_t> sends_;
};

std::vector<Section> TablesOf(const Communication& communication);

}  // namespace tfprof
