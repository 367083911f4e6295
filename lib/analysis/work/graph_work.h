// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/work/infer_shapes.h"
#include "analysis/work/work_report.h"
#include "base/error.h"
#include "model/graph.h"

namespace tfprof {

// The work of each node of a graph if it runs once, by the shapes in the graph,
// the given ones, and those inferred from them. Fails with kInvalidArgument if
// given shapes contradict the graph.
Result<WorkReport> WorkOfGraph(const Graph& graph, const GivenShapes& given);

}  // namespace tfprof
