// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "store/row_batch.h"
#include "store/write_queue.h"

namespace tfprof {

// Fills a table, columns in their order. Many rows are inserted at once.
class TableWriter {
 public:
  // `ignores_same`: of rows with the same key the first counts, else they are
  // an error.
  TableWriter(WriteQueue& queue, std::string table, bool ignores_same = false);

  template <typename... Values>
  Status Add(const Values&... values) {
    (rows_->Put(values), ...);
    return EndRow();
  }

  // A row in parts: each of its values, then EndRow().
  template <typename Value>
  void Put(const Value& value) {
    rows_->Put(value);
  }

  Status EndRow();

  // Inserts what is left. Until then, and until the queue has finished, rows
  // may not be there.
  Status Finish();

 private:
  class Target;

  WriteQueue& queue_;
  std::shared_ptr<Target> target_;  // with what waits in the queue
  std::shared_ptr<RowBatch> rows_;
  size_t count_ = 0;
};

}  // namespace tfprof
