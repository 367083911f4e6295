// SPDX-License-Identifier: Apache-2.0
// Values of tree rows for flat formats.
#pragma once

#include <string>
#include <vector>

#include "model/measure.h"
#include "view/view_tree.h"

namespace tfprof {

// The measures that are shown, in the order of their table.
std::vector<Measure> ShownMeasures(const ViewTree& tree);

// A value for people: "1.50ms".
std::string MeasureText(Measure measure, int64_t value);

}  // namespace tfprof
