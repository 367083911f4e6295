// SPDX-License-Identifier: Apache-2.0
// Shared by the texts of all views: the order of columns, their heading line,
// and the format of numbers.
#pragma once

#include <string>
#include <vector>

#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// Measures in column order. tfprof: scope and graph begin with parameters and
// float ops; in op and code these follow the times.
std::vector<Measure> ColumnOrder(TextStyle style);

// "node name | requested bytes | ...\n"
void AppendLegend(std::string& out, const ViewTree& tree);

// 1500 as "1.50k", "1.50ms" or "1.50KB".
void AppendNumber(std::string& out, Measure measure, int64_t value);

// The same at `to`, where there is room for kMostNumberBytes; returns its end.
char* PutNumber(char* to, Unit unit, int64_t value);

}  // namespace tfprof
