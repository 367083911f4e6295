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
// Names are those of its profile and forest, which must outlive it.
ViewTimeline BuildTimeline(ViewTree tree, Diagnostics& diagnostics);

// The two ways.
ViewTimeline BuildFlames(const ViewTree& tree, Diagnostics& diagnostics);
ViewTimeline BuildExecutions(ViewTree tree);

// The executions of one step after the other, each as of its own tree, in a time
// that grows with what each ran. `all` is the tree of RowsOfAnyStep(selection),
// whose profile and forest must outlive this.
std::function<ViewTimeline(int64_t step)> ExecutionsOfSteps(
    const ViewTree& all, const Selection& selection);

}  // namespace tfprof
