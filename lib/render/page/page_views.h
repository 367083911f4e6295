// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/page/page_data.h"
#include "render/page/page_json.h"
#include "report/tree_pair.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a view in columns, those that cost the most; of scope also the
// inputs of nodes. Fields of an object that is open.
void WritePageTree(const ViewTree& tree, const PageLimits& limits,
                   PageJson& page);

// The rows of two views, what became of each and what it costs in both.
void WritePageDiff(const TreePair& diff, const PageLimits& limits,
                   PageJson& page);

}  // namespace tfprof
