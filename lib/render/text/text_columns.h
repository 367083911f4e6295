// SPDX-License-Identifier: Apache-2.0
// What the texts of all views share: which columns stand where, their heading
// line, and how a number of each unit is worded.
#pragma once

#include <string>
#include <vector>

#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// Measures in the order of their columns. tfprof: scope and graph begin with
// parameters and float ops, op and code have them behind the times.
std::vector<Measure> ColumnOrder(TextStyle style);

// "node name | requested bytes | ...\n"
void AppendLegend(std::string& out, const ViewTree& tree);

// 1500 as "1.50k", "1.50ms" or "1.50KB".
void AppendNumber(std::string& out, Measure measure, int64_t value);

}  // namespace tfprof
