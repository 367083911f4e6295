// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/text/text.h"
#include "report/graph_summary.h"

namespace tfprof {

// The digest of a graph, as printed by summarize_graph.
Status RenderSummary(const GraphSummary& summary, TextOutput& out);

// "Tensor<type: float shape: [4] values: 1 2 3...>". Values that were not read
// are '?'.
std::string ConstantText(const Constant& constant);

}  // namespace tfprof
