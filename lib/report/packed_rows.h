// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/table.h"

namespace tfprof {

// The same rows in a fraction of their memory, made again when they are
// written: for tables that may have very many and are kept meanwhile. They need
// what made them no longer. A table with very long texts stays as it is.
Table PackRows(Table table);

}  // namespace tfprof
