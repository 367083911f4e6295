// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "store/database.h"
#include "store/row_batch.h"

namespace tfprof {

// A virtual table with columns c0, c1, ... over rows in memory: inserting them
// by one statement costs less than half of inserting with parameters.
struct RowSource {
  size_t columns = 0;
  const RowBatch* rows = nullptr;  // while the statement runs

  // Registers the source as `name`. REQUIRES: it exists whenever a statement
  // with that name is prepared or run.
  Status AddTo(Database& database, const std::string& name);
};

// Inserts rows of `columns` cells into a table with as many columns. Rows in
// the order of the table's key are fastest.
Status InsertRows(const RowBatch& rows, size_t columns,
                  std::string_view table, Database& database);

// The same if enough rows are waiting to take noticeable memory; then clears
// them.
Status InsertIfMany(RowBatch& rows, size_t columns, std::string_view table,
                    Database& database);

}  // namespace tfprof
