// SPDX-License-Identifier: Apache-2.0
#include "store/table_writer.h"

#include <optional>

#include "store/database.h"
#include "store/database_rows.h"

namespace tfprof {

// The table, as the thread that writes knows it.
class TableWriter::Target {
 public:
  Target(std::string table, Keys keys)
      : table_(std::move(table)), keys_(keys) {}

  Status Insert(const RowBatch& rows, size_t columns, Database& database) {
    if (!insert_) {
      source_.columns = columns;
      const std::string name = "rows_of_" + table_;
      TFPROF_RETURN_IF_ERROR(source_.AddTo(database, name));
      TFPROF_ASSIGN_OR_RETURN(const std::string into, Into(database));
      TFPROF_ASSIGN_OR_RETURN(
          insert_,
          database.Prepare(fmt::format("INSERT {}INTO {} SELECT * FROM {}",
                                       keys_ == Keys::kFirstCounts
                                           ? "OR IGNORE "
                                           : "",
                                       into, name)));
    }
    source_.rows = &rows;
    Status inserted = insert_->Run();
    source_.rows = nullptr;
    return inserted;
  }

 private:
  // The table, with its columns but the first if that is counted: SQLite then
  // adds rows at the end and looks for none with the same key.
  Result<std::string> Into(const Database& database) const {
    if (keys_ != Keys::kCounted) return table_;
    TFPROF_ASSIGN_OR_RETURN(
        Query columns, database.Prepare(fmt::format(
                           "SELECT group_concat(name) FROM (SELECT name FROM "
                           "pragma_table_info('{}') WHERE cid > 0)",
                           table_)));
    TFPROF_ASSIGN_OR_RETURN(const bool has_row, columns.Next());
    return fmt::format("{}({})", table_, has_row ? columns.Text(0) : "");
  }

  const std::string table_;
  const Keys keys_;
  RowSource source_;
  std::optional<Query> insert_;
};

TableWriter::TableWriter(WriteQueue& queue, std::string table,
                         Keys keys)
    : queue_(queue),
      target_(std::make_shared<Target>(std::move(table), keys)),
      rows_(queue.batches().Take()) {
  queue_.Keep(target_);
}

Status TableWriter::EndRow() {
  ++count_;
  return rows_->IsLarge() ? Finish() : Status();
}

Status TableWriter::Finish() {
  if (count_ == 0) return {};
  const size_t columns = rows_->cells() / std::exchange(count_, 0);
  RowBatches& batches = queue_.batches();
  return queue_.Push(
      [target = target_, &batches, columns,
       rows = std::exchange(rows_, batches.Take())](Database& database) {
        Status inserted = target->Insert(*rows, columns, database);
        batches.GiveBack(rows);
        return inserted;
      });
}

}  // namespace tfprof
