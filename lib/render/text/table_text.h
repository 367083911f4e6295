// SPDX-License-Identifier: Apache-2.0
// Tables for people: numbers first, each column in one unit (in its title) with
// three significant digits, aligned at the point; then texts, the name of the
// row last. Texts are cut in the middle to fit the line.
#pragma once

#include "render/text/text.h"
#include "report/table.h"

namespace tfprof {

// Leaves out columns without information. A last line tells how many rows are
// left out, and their share.
Status AppendTable(const Table& table, const TextSize& size, TextOutput& out);

}  // namespace tfprof
