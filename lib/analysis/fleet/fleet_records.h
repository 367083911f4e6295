// SPDX-License-Identifier: Apache-2.0
// Workers as a table, so that dumps can be read on one machine and compared on
// another: a row for each worker, for each of its steps, and for each node in
// each step.
#pragma once

#include <string>
#include <vector>

#include "analysis/fleet/fleet.h"
#include "report/report.h"

namespace tfprof {

// The table. `when_written`: makes rows only when they are written, since they
// take far more memory than the workers; for formats with Renderer::makes_rows.
Section FleetRecords(std::vector<Worker> workers, bool when_written);

// Reads the same table from texts. The rows of a worker must be adjacent, in
// any order.
class FleetRecordReader {
 public:
  // `names`: the columns of the table; unknown ones are ignored. Fails with
  // kCorrupt if one is missing.
  static Result<FleetRecordReader> Open(const std::vector<std::string>& names);

  // Takes a row. The first row of another worker adds the previous worker to
  // `fleet`. Fails with kCorrupt, and as Fleet::Add does.
  Status Add(const std::vector<std::string>& fields, Fleet& fleet);

  // Adds the last worker to `fleet`.
  Status Finish(Fleet& fleet);

 private:
  struct NodeTime {
    std::string name;
    std::string op;
    std::string code;
    WorkKind kind = WorkKind::kOwn;
    int64_t step = 0;
    int64_t ns = 0;
  };

  FleetRecordReader() = default;

  Status AddStep(const std::vector<std::string>& fields);
  Status AddNode(const std::vector<std::string>& fields);
  Result<int64_t> NumberIn(const std::vector<std::string>& fields,
                           size_t column) const;
  Status JoinNodes();

  std::vector<size_t> place_;  // of each column in a row
  size_t columns_ = 0;         // of a row
  bool has_worker_ = false;
  Worker worker_;
  std::vector<NodeTime> times_;
};

}  // namespace tfprof
