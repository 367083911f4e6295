// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/table.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of a view as a table for people: the share of the first measure, its
// totals and self values, the totals of the other measures. Names leave out the
// name of the row above. A row without a cost of its own and with a single row
// below shares its line. Operation types are a list in order of their own cost.
//
// The first measure is the one that rows are ordered by, else the first shown.
Table TableOf(const ViewTree& tree);

}  // namespace tfprof
