// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/text/text.h"
#include "report/graph_summary.h"

namespace tfprof {

// The digest of a graph as summarize_graph prints it.
Status RenderSummary(const GraphSummary& summary, TextOutput& out);

// "Tensor<type: float shape: [4] values: 1 2 3...>". A value that is not read
// is a '?'.
std::string ConstantText(const Constant& constant);

}  // namespace tfprof
