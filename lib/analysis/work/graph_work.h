// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/work/infer_shapes.h"
#include "analysis/work/work_report.h"
#include "base/error.h"
#include "model/graph.h"

namespace tfprof {

// What each node of a graph does when it runs once, by the shapes that the
// graph tells, those that were given, and those that follow from them. Fails
// with kInvalidArgument where what was given contradicts the graph.
Result<WorkReport> WorkOfGraph(const Graph& graph, const GivenShapes& given);

}  // namespace tfprof
