// SPDX-License-Identifier: Apache-2.0
// A history of runs in one SQLite file: docs/history.md describes its tables.
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
#include "store/database.h"
#include "store/unlocked_file.h"

namespace tfprof {

// A stored run: medians over its steps, and exact numbers.
struct RecordedRun {
  struct Step {
    int64_t step = 0;
    std::optional<double> length_us;
    std::optional<double> busy_us;
    double sum_us = 0;
    bool is_used = false;
  };

  // Numbers of a row that are equal in equal runs, in the order of
  // kExactColumns; nothing where the dump does not have them.
  static constexpr std::array<std::string_view, 5> kExactColumns = {
      "params", "float_ops", "requested_bytes", "output_bytes", "run_count"};
  using Exact = std::array<std::optional<double>, kExactColumns.size()>;

  // A name scope or a node, by its full name; parents come before children.
  struct Row {
    static constexpr uint32_t kNoParent = UINT32_MAX;

    uint32_t parent = kNoParent;  // a row of the run
    std::string name;             // "(all)" of the first
    int64_t depth = 0;
    int64_t median_ns = 0;
    Exact exact;
    uint64_t types = 0;  // a hash of the types of its own operations
  };

  // Grows without copying.
  using Rows = std::deque<Row>;

  // The maximum of an allocator over all steps.
  struct Peak {
    std::string device;
    double of_step = 0;            // allocations of a step alone, in bytes
    std::optional<double> of_all;  // including memory held before
  };

  std::string commit;
  std::string branch;
  std::string labels;
  std::optional<int64_t> time_s;
  int64_t fingerprint = 0;          // equal for the same run only
  std::optional<int64_t> start_us;  // of its first record, if it is a date
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
    double sum_us = 0;  // over the requested runs

    auto operator<=>(const RowSum&) const = default;
  };

  // True if a file is an SQLite database, a history or not. Fails if the system
  // cannot read the file: FileBeginning.
  static Result<bool> IsDatabase(const std::string& path);

  // True if it is a history of any version.
  static Result<bool> IsHistory(const std::string& path);

  // Creates the file if it does not exist. Errors: kCorrupt (not a history, or
  // of another version), kIo.
  static Result<History> OpenToWrite(const std::string& path);

  // Opens a history in a database without other users; creates its tables if it
  // is empty.
  static Result<History> OpenIn(Database database);

  // Opens without changes. Signals wait while it is open, since SQLite has
  // files beside it, and queries then fail. Fails with kNotFound if there is no
  // history.
  static Result<History> OpenToRead(const std::string& path);

  // Call after all reading: a history that this user may not write is read
  // without locking. Fails with kIo if another process has written it
  // meanwhile.
  Status CheckUnchanged() const;

  // Adds a run in one transaction, after other writers. Fails with
  // kInvalidArgument if the history already has that run.
  Status Add(const RecordedRun& run);

  // The runs of a branch in the order of recording. Fails with kNotFound if
  // there are none.
  Result<std::vector<Run>> RunsOf(const std::string& branch) const;

  // The stored data of a run.
  Result<RecordedRun> Read(int64_t run) const;

  // Rows down to a depth, added up over runs. A row may occur several times,
  // each with the sum of some of the runs.
  Result<std::vector<RowSum>> SumRows(const std::vector<int64_t>& runs,
                                      int64_t depth) const;

  // The name with this number; empty if there is none.
  Result<std::string> NameOf(int64_t number) const;

  // The numbers of the parents of these names; 0 for roots.
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
  std::optional<UnlockedFile> unlocked_;  // if it is read without locks
};

}  // namespace tfprof
