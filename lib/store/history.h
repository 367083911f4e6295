// SPDX-License-Identifier: Apache-2.0
// A history of runs in one SQLite file: docs/history.md has its tables.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/emergency.h"
#include "base/error.h"
#include "base/optional_real.h"
#include "store/database.h"
#include "store/unlocked_file.h"

namespace tfprof {

// A run as it is kept: medians over its steps, and exact numbers.
struct RecordedRun {
  struct Step {
    int64_t step = 0;
    std::optional<double> length_us;
    std::optional<double> busy_us;
    double sum_us = 0;
    bool is_used = false;
  };

  // Numbers of a row that do not vary between equal runs, in the order of
  // kExactColumns; nothing where the dump does not tell.
  static constexpr std::array<std::string_view, 5> kExactColumns = {
      "params", "float_ops", "requested_bytes", "output_bytes", "run_count"};
  using Exact = std::array<OptionalReal, kExactColumns.size()>;

  // A name scope or a node, by its whole name; parents before children.
  struct Row {
    static constexpr uint32_t kNoParent = UINT32_MAX;

    uint32_t parent = kNoParent;  // a row of the run
    std::string name;             // "(all)" of the first
    int64_t depth = 0;
    int64_t median_ns = 0;
    Exact exact;
    uint64_t types = 0;  // a hash of the types of its own operations
  };

  // Grows without a copy of what it holds.
  using Rows = std::deque<Row>;

  // The most that an allocator held in any step.
  struct Peak {
    std::string device;
    double of_step = 0;            // of what a step allocated, in bytes
    std::optional<double> of_all;  // with what was held before
  };

  std::string commit;
  std::string branch;
  std::string labels;
  std::optional<int64_t> time_s;
  int64_t fingerprint = 0;  // the same for the same run only
  std::optional<int64_t> start_us;  // of its first record, if that is a date
  std::string devices;              // "CPU 1, GPU 2"
  double median_us = 0;
  double p90_us = 0;
  std::optional<double> first_us;
  std::vector<Step> steps;
  Rows rows;
  std::vector<Peak> peaks;
  std::vector<std::pair<std::string, std::string>> feeds;  // name, shape
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
    int64_t depth = 0;
    int64_t name = 0;   // its number in this history
    double sum_us = 0;  // of runs that were asked for

    auto operator<=>(const RowSum&) const = default;
  };

  // Whether a file is an SQLite database, be it a history or not. A failing
  // call of the system is no answer, and makes this fail: FileBeginning.
  static Result<bool> IsDatabase(const std::string& path);

  // Whether it is a history, of whatever version.
  static Result<bool> IsHistory(const std::string& path);

  // Makes the file unless it is there. Errors: kCorrupt (no history, or of
  // another version), kIo.
  static Result<History> OpenToWrite(const std::string& path);

  // In a database that nobody else uses; makes it if that is empty.
  static Result<History> OpenIn(Database database);

  // Changes nothing. Signals wait while it is open, since SQLite has files
  // beside it, and what is asked fails then. Fails with kNotFound if there is
  // none.
  static Result<History> OpenToRead(const std::string& path);

  // To be asked when all is read: a history that this user may not write is read
  // without locking it. Fails with kIo if somebody has written it meanwhile.
  Status CheckUnchanged() const;

  // In one transaction, after whoever writes now. Fails with kInvalidArgument
  // if that run is there already.
  Status Add(const RecordedRun& run);

  // The runs of a branch in the order in which they were recorded. Fails with
  // kNotFound if there are none.
  Result<std::vector<Run>> RunsOf(const std::string& branch) const;

  // All that was recorded of a run.
  Result<RecordedRun> Read(int64_t run) const;

  // Rows down to a depth, added up over runs. One may come several times, with
  // sums of some of the runs each.
  Result<std::vector<RowSum>> SumRows(const std::vector<int64_t>& runs,
                                      int64_t depth) const;

  // The name that has a number; empty if there is none.
  Result<std::string> NameOf(int64_t number) const;

  // The numbers of the names that those are in; 0 where there is none.
  Result<std::vector<int64_t>> ParentsOf(
      const std::vector<int64_t>& numbers) const;

 private:
  explicit History(Database database) : database_(std::move(database)) {}

  Status CheckVersion() const;
  Status CheckTables() const;
  Status AddInTransaction(const RecordedRun& run);
  Status AddParts(int64_t id, const RecordedRun& run);
  Status ReadParts(int64_t run, RecordedRun& read) const;

  std::unique_ptr<DeferSignals> held_;  // until it is closed
  Database database_;
  std::optional<UnlockedFile> unlocked_;  // if it is
};

}  // namespace tfprof
