// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "model/graph.h"
#include "model/rules.h"
#include "report/graph_summary.h"

namespace tfprof {

GraphSummary SummarizeGraph(const Graph& graph, std::string path,
                            bool with_structure, const Rules& rules,
                            Diagnostics& diagnostics);

}  // namespace tfprof
