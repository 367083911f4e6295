// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "base/diagnostics.h"
#include "view/timeline/view_timeline.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a tree as a timeline in the style of its view: the executions of
// its nodes in the selected step (graph), or totals laid out as flames (scope,
// code). REQUIRES: the view has timelines, the tree has a column of micros, and
// for graph a step is selected whose records the profile keeps.
//
// Names point into its profile and forest, which must outlive it.
ViewTimeline BuildTimeline(ViewTree tree, Diagnostics& diagnostics);

// The two styles.
ViewTimeline BuildFlames(const ViewTree& tree, Diagnostics& diagnostics);
ViewTimeline BuildExecutions(ViewTree tree);

// Builds the execution timelines of steps one by one, each as if from its own
// tree, in time proportional to what the step ran. `all` is the tree of
// RowsOfAnyStep(selection), whose profile and forest must outlive the result.
std::function<ViewTimeline(int64_t step)> ExecutionsOfSteps(
    const ViewTree& all, const Selection& selection);

}  // namespace tfprof
