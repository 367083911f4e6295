// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "base/diagnostics.h"
#include "view/timeline/view_timeline.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a tree as a timeline, in the way of its view: the executions of
// its nodes in the selected step (graph), or totals laid out as flames (scope,
// code). REQUIRES: the view has timelines, the tree has a column of micros,
// and for graph a step is selected whose records the profile keeps.
//
// Names are those of the tree, which must outlive it.
ViewTimeline BuildTimeline(const ViewTree& tree, Diagnostics& diagnostics);

// The two ways.
ViewTimeline BuildFlames(const ViewTree& tree, Diagnostics& diagnostics);
ViewTimeline BuildExecutions(const ViewTree& tree);

// Whether the trees of all steps of the profile have the rows of this one, in
// its order, and a row for whatever ran. Costs decide that only where rows are
// ordered by them or have to cost something, or where one is negative.
bool HasRowsOfEachStep(const ViewTree& tree);

// The executions of one step after the other, in a time that grows with what
// each ran. REQUIRES: HasRowsOfEachStep, and that the tree outlives it.
std::function<ViewTimeline(int64_t step)> ExecutionsOfSteps(
    const ViewTree& tree);

}  // namespace tfprof
