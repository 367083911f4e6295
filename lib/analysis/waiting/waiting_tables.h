// SPDX-License-Identifier: Apache-2.0
// Makes tables with rows of several processes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/waiting/ps_columns.h"
#include "analysis/waiting/recorded_waiting.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

using SharedWaiting = std::shared_ptr<const RecordedWaiting>;

class WaitingTable {
 public:
  WaitingTable(SharedWaiting waiting, const RowFormat& format,
               std::vector<TableColumn> columns)
      : waiting_(std::move(waiting)), format_(format) {
    if (ShowsHost()) columns.insert(columns.begin(), {"host"});
    table_.columns = std::move(columns);
  }

  // Adds a row. People see the first ones of each process.
  void Add(uint32_t process, std::vector<Cell> cells) {
    if (ShowsHost()) {
      cells.insert(cells.begin(), waiting_->capture->processes[process].label);
    }
    table_.AddRow(std::move(cells));
  }

  // Adds the rows that are shown of `count`; `make` makes a row's cells.
  template <typename Make>
  void AddShown(uint32_t process, size_t count, Make make) {
    const size_t shown = format_.Shown(count);
    for (size_t row = 0; row < shown; ++row) Add(process, make(row));
    left_out_ += count - shown;
  }

  // The section; people are told of rows that are left out.
  Section Finish(std::string heading, std::vector<std::string> notes = {}) {
    if (left_out_ > 0) {
      notes.push_back(
          fmt::format("{} more rows; --time_limit=0 shows all", left_out_));
    }
    return {std::move(heading), std::move(notes), std::move(table_)};
  }

 private:
  bool ShowsHost() const {
    return !format_.is_for_people || waiting_->capture->processes.size() > 1;
  }

  const SharedWaiting waiting_;
  const RowFormat format_;
  Table table_;
  size_t left_out_ = 0;
};

}  // namespace tfprof
