// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_pool.h"
#include "base/table_index.h"
#include "store/database.h"
#include "store/row_batch.h"

namespace tfprof {

// The number of rows of a table that are read faster than this many names are
// looked up.
constexpr size_t MostToRead(size_t names) { return 4 * names; }

// The ids of names in a history, each within its parent.
class HistoryNames {
 public:
  // `rows` is the number of names that will be looked up.
  static Result<HistoryNames> Read(size_t rows, const Database& database);

  // Numbers a new name; Insert() writes it at the latest.
  Result<int64_t> Of(int64_t parent, const std::string& name,
                     Database& database);

  Status Insert(Database& database);

 private:
  // The id of a known name; a new name gets `id`.
  int64_t Find(int64_t parent, std::string_view name, int64_t id);

  // All names, or those that were looked up if lookups use the history.
  StringPool texts_;
  TableIndex rows_;  // of the columns below
  std::vector<StringId> texts_of_rows_;
  Column<int64_t> parents_;
  Column<int64_t> ids_;
  std::optional<Query> find_;
  int64_t last_ = 0;
  int64_t first_new_ = 0;
  RowBatch added_;
};

}  // namespace tfprof
