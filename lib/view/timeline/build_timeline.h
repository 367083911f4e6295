// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "view/timeline/view_timeline.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a tree as a timeline in the style of its view: the executions of
// its nodes in the selected step (graph), or totals laid out as flames (scope,
// code). REQUIRES: the view has timelines, the tree has a column of micros, and
// for graph a step is selected whose records the profile keeps.
//
// Names point into its profile and forest, which must outlive it. Without
// `rows_of` all rows of node_steps are searched for those of the step.
ViewTimeline BuildTimeline(ViewTree tree, Diagnostics& diagnostics,
                           const RowsByStep* rows_of = nullptr);

// The two styles.
ViewTimeline BuildFlames(const ViewTree& tree, Diagnostics& diagnostics);
ViewTimeline BuildExecutions(ViewTree tree, const RowsByStep* rows_of);

}  // namespace tfprof
