// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "store/database.h"
#include "store/row_batch.h"

namespace tfprof {

// Rows that a statement may select from as from a table, with columns c0, c1,
// ...: inserted by one statement they cost less than half of what statements
// with parameters cost.
struct RowSource {
  size_t columns = 0;
  const RowBatch* rows = nullptr;  // while the statement runs

  // Makes the source known as `name`. REQUIRES: it is there whenever a
  // statement with that name is prepared or run.
  Status AddTo(Database& database, const std::string& name);
};

// Inserts rows of `columns` cells into a table that has as many columns. Rows
// in the order of the table's key cost least.
Status InsertRows(const RowBatch& rows, size_t columns,
                  std::string_view table, Database& database);

// The same if so many rows wait that they take memory; then none do.
Status InsertIfMany(RowBatch& rows, size_t columns, std::string_view table,
                    Database& database);

}  // namespace tfprof
