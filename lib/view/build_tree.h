// SPDX-License-Identifier: Apache-2.0
// The one algorithm behind the four views: five passes over a preorder forest,
// told apart by the bits of ViewPolicy.
//
//   account  backwards  which rows count, and their totals
//   start    forwards   which rows the start patterns open
//   show     forwards   depth, limits and patterns; the closest shown ancestor
//   redo     backwards  totals of what is shown, if that was asked for
//   emit     forwards   siblings in order, written in preorder
//
// No pass recurses or allocates for a row.
#pragma once

#include <memory>

#include "view/view_tree.h"

namespace tfprof {

// The rows of `forest` that `selection` selects. `profile`, `view` and `forest`
// must outlive the tree; `view` must have built `forest` from `profile`.
ViewTree BuildTree(const Profile& profile, const View& view,
                   const Forest& forest,
                   std::shared_ptr<const StepValues> values,
                   const Selection& selection);

}  // namespace tfprof
