// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
  enum class Keys : uint8_t {
    kGiven,       // equal keys are an error
    kFirstCounts,  // of rows with equal keys the first is kept
    kCounted,     // from 1 on, by a first column that is not given
  };

  TableWriter(WriteQueue& queue, std::string table, Keys keys = Keys::kGiven);

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
