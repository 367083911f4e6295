// SPDX-License-Identifier: Apache-2.0
// Tables as people read them: numbers in front, each column in one unit that
// its heading names, three significant digits around their points; then texts,
// what names the row last. A text that would make a line too long is cut in the
// middle.
#pragma once

#include "render/text/text.h"
#include "report/table.h"

namespace tfprof {

// Columns that say nothing are left out; of rows that are left out the number
// is told, and their share.
Status AppendTable(const Table& table, const TextSize& size, TextOutput& out);

}  // namespace tfprof
