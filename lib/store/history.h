// SPDX-License-Identifier: Apache-2.0
// A history of runs in one SQLite file: docs/history.md has its tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/database.h"

namespace tfprof {

// A run as it is kept: medians over its steps.
struct RecordedRun {
  struct Step {
    int64_t step = 0;
    std::optional<double> length_us;
    std::optional<double> busy_us;
    double sum_us = 0;
    bool is_used = false;
  };

  // A name scope or a node, by its whole name.
  struct Row {
    std::string name;
    int64_t depth = 0;  // 0 of all
    int64_t median_ns = 0;
  };

  std::string commit;
  std::string branch;
  std::string labels;
  std::optional<int64_t> time_s;
  int64_t fingerprint = 0;  // the same for the same run only
  double median_us = 0;
  double p90_us = 0;
  std::optional<double> first_us;
  std::vector<Step> steps;
  std::vector<Row> rows;
};

class History {
 public:
  struct Run {
    int64_t id = 0;
    std::string commit;
    std::optional<int64_t> time_s;
    double median_us = 0;
  };

  struct RowSum {
    std::string name;
    int64_t depth = 0;
    double sum_us = 0;  // of the runs that were asked for
  };

  // Makes the file unless it is there. Errors: kCorrupt (no history, or of
  // another version), kIo.
  static Result<History> OpenToWrite(const std::string& path);

  // Fails with kNotFound if there is none.
  static Result<History> OpenToRead(const std::string& path);

  // In one transaction, after whoever writes now. Fails with kInvalidArgument
  // if that run is there already.
  Status Add(const RecordedRun& run);

  // The runs of a branch in the order in which they were recorded. Fails with
  // kNotFound if there are none.
  Result<std::vector<Run>> RunsOf(const std::string& branch) const;

  // Rows down to a depth, parents first, added up over runs.
  Result<std::vector<RowSum>> SumRows(const std::vector<int64_t>& runs,
                                      int64_t depth) const;

 private:
  explicit History(Database database) : database_(std::move(database)) {}

  Status CheckVersion() const;
  Status AddInTransaction(const RecordedRun& run);
  Status AddRows(int64_t id, const RecordedRun& run);

  Database database_;
};

}  // namespace tfprof
