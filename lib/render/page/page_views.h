// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/page/page_data.h"
#include "render/page/page_json.h"
#include "report/tree_pair.h"
#include "view/view_tree.h"

namespace tfprof {

// Writes a view's costliest rows in columns, for scope also the inputs of
// nodes, as fields of the open object.
void WritePageTree(const ViewTree& tree, const PageLimits& limits,
                   PageJson& page);

// Writes the rows of two views: their status and their costs in both.
void WritePageDiff(const TreePair& diff, const PageLimits& limits,
                   PageJson& page);

}  // namespace tfprof
