// SPDX-License-Identifier: Apache-2.0
// Workers as a table, so that one machine can read a dump and another compare
// it: a row for what is known of a worker alone, one for each step, and one for
// each step and node.
#pragma once

#include <string>
#include <vector>

#include "analysis/fleet/fleet.h"
#include "report/report.h"

namespace tfprof {

class FleetRecords {
 public:
  FleetRecords();

  void Add(const Worker& worker);

  Section Finish() { return {"records", {}, std::move(table_)}; }

 private:
  Table table_;
};

// The same backwards, from texts. The rows of a worker stand together, in any
// order.
class FleetRecordReader {
 public:
  // `names` of columns, of which others are not looked at. Fails with kCorrupt
  // if one is missing.
  static Result<FleetRecordReader> Open(const std::vector<std::string>& names);

  // Takes a row; with the first row of another worker the one before is handed
  // to `fleet`. Fails with kCorrupt, and as Fleet::Add does.
  Status Add(const std::vector<std::string>& fields, Fleet& fleet);

  // Hands the last worker on.
  Status Finish(Fleet& fleet);

 private:
  struct NodeTime {
    Worker::Node node;
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
