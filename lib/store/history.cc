// SPDX-License-Identifier: Apache-2.0
#include "store/history.h"

#include <chrono>
#include <thread>

#include "base/emergency.h"
#include "base/strings.h"
#include "store/file_beginning.h"
#include "store/history_rows.h"
#include "store/history_times.h"
#include "store/unlocked_file.h"

namespace tfprof {

namespace {

constexpr int kVersion = 3;
constexpr int kApplication = 0x74667068;  // "tfph"
constexpr int kWaitMs = 30'000;

// A run's times of one level are one text: 10,000 rows of a table would take
// three times the bytes, and as much time as the rest of `record`.
constexpr const char* kHistoryTables = R"(
CREATE TABLE runs(
  id INTEGER PRIMARY KEY, commit_id TEXT NOT NULL, branch TEXT NOT NULL,
  labels TEXT NOT NULL, time_s INTEGER, fingerprint INTEGER NOT NULL UNIQUE,
  start_us INTEGER, devices TEXT NOT NULL, median_us REAL NOT NULL,
  p90_us REAL NOT NULL, first_us REAL, rows_hash INTEGER NOT NULL);
CREATE INDEX runs_by_branch ON runs(branch, id);
CREATE TABLE steps(
  run INTEGER NOT NULL, step INTEGER NOT NULL, length_us REAL, busy_us REAL,
  sum_us REAL NOT NULL, is_used INTEGER NOT NULL,
  PRIMARY KEY (run, step)) WITHOUT ROWID;
CREATE TABLE names(
  id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name TEXT NOT NULL,
  UNIQUE (parent, name));
CREATE TABLE layouts(
  layout INTEGER NOT NULL, depth INTEGER NOT NULL, place INTEGER NOT NULL,
  name INTEGER NOT NULL, PRIMARY KEY (layout, depth, place)) WITHOUT ROWID;
CREATE TABLE medians(
  run INTEGER NOT NULL, depth INTEGER NOT NULL, layout INTEGER NOT NULL,
  medians_ns TEXT NOT NULL, UNIQUE (run, depth));
CREATE VIEW rows AS
SELECT m.run, m.depth, l.name, v.value AS median_ns
FROM medians AS m, json_each(m.medians_ns) AS v
  JOIN layouts AS l
    ON l.layout = m.layout AND l.depth = m.depth AND l.place = v.key
WHERE v.value > 0 OR m.depth = 0;
CREATE TABLE exact(
  name INTEGER NOT NULL, run INTEGER NOT NULL, types INTEGER, params INTEGER,
  float_ops INTEGER, requested_bytes INTEGER, output_bytes INTEGER,
  run_count INTEGER, PRIMARY KEY (name, run)) WITHOUT ROWID;
CREATE TABLE peaks(
  run INTEGER NOT NULL, device TEXT NOT NULL, step_bytes INTEGER NOT NULL,
  bytes INTEGER, PRIMARY KEY (run, device)) WITHOUT ROWID;
CREATE TABLE feeds(
  run INTEGER NOT NULL, name TEXT NOT NULL, shape TEXT NOT NULL,
  PRIMARY KEY (run, name, shape)) WITHOUT ROWID;
)";

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr size_t kApplicationAt = 68;  // offset from the start of the file

Result<bool> HasBeginning(const std::string& path, std::string_view magic,
                          std::string_view application) {
  TFPROF_ASSIGN_OR_RETURN(const std::string beginning, FileBeginning(path));
  const std::string_view bytes = beginning;
  return bytes.starts_with(magic) &&
         bytes.size() >= kApplicationAt + application.size() &&
         bytes.substr(kApplicationAt).starts_with(application);
}

Status MakeTables(Database& database) {
  return database.Run(
      fmt::format("{}PRAGMA application_id = {}; PRAGMA user_version = {};",
                  kHistoryTables, kApplication, kVersion));
}

// SQLite waits for other writers, but not for one that switches the mode, too.
Status UseWriteAheadLog(Database& database) {
  constexpr int kPauseMs = 20;
  for (int waited_ms = 0;; waited_ms += kPauseMs) {
    Status done = database.Run("PRAGMA journal_mode = WAL");
    if (done || !database.WasLocked() || waited_ms >= kWaitMs ||
        DeferSignals::IsOneWaiting()) {
      return done;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMs));
  }
}

}  // namespace

Status History::CheckVersion() const {
  TFPROF_ASSIGN_OR_RETURN(const int64_t application,
                          database_.AskWhole("PRAGMA application_id"));
  if (application != kApplication) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is a database, but not a history of runs; name another "
                "file",
                database_.name());
  }
  TFPROF_ASSIGN_OR_RETURN(const int64_t version,
                          database_.AskWhole("PRAGMA user_version"));
  if (version == kVersion) return CheckTables();
  return Fail(ErrorCode::kCorrupt,
              "{}: is a history of version {}, and this program knows {}; "
              "record into another file",
              database_.name(), version, kVersion);
}

// Views in place of tables, computed columns and missing keys may cost any time
// and memory, and triggers change what is written. Further views are allowed.
Status History::CheckTables() const {
  TFPROF_ASSIGN_OR_RETURN(
      Query foreign,
      database_.Prepare(
          "SELECT 1 FROM sqlite_master WHERE type = 'trigger' OR (name IN "
          "('runs', 'steps', 'names', 'layouts', 'medians', 'exact', 'peaks', "
          "'feeds') AND (type <> 'table' OR instr(?1, sql || ';') = 0))"));
  foreign.Start(kHistoryTables);
  TFPROF_ASSIGN_OR_RETURN(const bool is_foreign, foreign.Next());
  if (!is_foreign) return {};
  return Fail(ErrorCode::kCorrupt,
              "{}: has triggers, or other tables and columns than a history; "
              "record into another file",
              database_.name());
}

Result<bool> History::IsDatabase(const std::string& path) {
  return HasBeginning(path, kMagic, "");
}

Result<bool> History::IsHistory(const std::string& path) {
  std::string application;
  for (int shift = 24; shift >= 0; shift -= 8) {
    application += static_cast<char>(kApplication >> shift);
  }
  return HasBeginning(path, kMagic, application);
}

Result<History> History::OpenToWrite(const std::string& path) {
  TFPROF_ASSIGN_OR_RETURN(
      Database database,
      Database::Open(path, Database::Access::kCreate, path));
  database.WaitFor(kWaitMs);
  // Commits are synced when the history is closed, which the last writer waits
  // for; the data of a killed writer is safe in either mode.
  TFPROF_RETURN_IF_ERROR(database.Run("PRAGMA synchronous = NORMAL"));
  History history(std::move(database));
  Database& made = history.database_;
  TFPROF_ASSIGN_OR_RETURN(
      const int64_t tables,
      made.AskWhole("SELECT count(*) FROM sqlite_master"));
  if (tables > 0) {
    TFPROF_RETURN_IF_ERROR(history.CheckVersion());
    return history;
  }
  TFPROF_RETURN_IF_ERROR(UseWriteAheadLog(made));
  // If two processes create it at the same time, the second finds it created.
  TFPROF_RETURN_IF_ERROR(made.Run("BEGIN IMMEDIATE"));
  TFPROF_ASSIGN_OR_RETURN(
      const int64_t now,
      made.AskWhole("SELECT count(*) FROM sqlite_master"));
  if (now == 0) TFPROF_RETURN_IF_ERROR(MakeTables(made));
  TFPROF_RETURN_IF_ERROR(made.Run("COMMIT"));
  TFPROF_RETURN_IF_ERROR(history.CheckVersion());
  return history;
}

Result<History> History::OpenIn(Database database) {
  TFPROF_ASSIGN_OR_RETURN(
      const int64_t tables,
      database.AskWhole("SELECT count(*) FROM sqlite_master"));
  if (tables == 0) {
    TFPROF_RETURN_IF_ERROR(database.Run("BEGIN"));
    TFPROF_RETURN_IF_ERROR(MakeTables(database));
    TFPROF_RETURN_IF_ERROR(database.Run("COMMIT"));
  }
  return History(std::move(database));
}

Result<History> History::OpenToRead(const std::string& path) {
  const auto open = [&path](Database::Access access) -> Result<History> {
    auto held = std::make_unique<DeferSignals>();
    TFPROF_ASSIGN_OR_RETURN(Database database,
                            Database::Open(path, access, path));
    database.WaitFor(kWaitMs);
    database.StopAtSignals();
    History history(std::move(database));
    TFPROF_RETURN_IF_ERROR(history.CheckVersion());
    history.held_ = std::move(held);
    return history;
  };
  TFPROF_ASSIGN_OR_RETURN(const bool has_log, HasLog(path));
  if (has_log) {
    // A writer would merge the log of other processes into the history, and
    // readers must not change anything.
    Result<History> history = open(Database::Access::kRead);
    if (history || history.error().code != ErrorCode::kIo) return history;
    return Fail(ErrorCode::kNotFound,
                "{}; runs that are in {}-wal alone cannot be read here; copy "
                "both to a folder that can be written",
                history.error().message, path);
  }
  // SQLite makes files beside an open history, which a user with read access
  // only can neither use nor remove.
  UnlockedFile file(path);
  bool is_frozen = MayOnlyRead(path);
  Result<History> history = open(is_frozen ? Database::Access::kFrozen
                                           : Database::Access::kWrite);
  if (!history && history.error().code == ErrorCode::kIo && !is_frozen) {
    if (Result<History> frozen = open(Database::Access::kFrozen)) {
      history = std::move(frozen);
      is_frozen = true;
    }
  }
  if (history && is_frozen) history->unlocked_ = std::move(file);
  return history;
}

Status History::CheckUnchanged() const {
  return unlocked_ ? unlocked_->CheckUnchanged() : Status();
}

Status History::AddParts(int64_t id, const RecordedRun& run) {
  TFPROF_ASSIGN_OR_RETURN(
      Query step,
      database_.Prepare("INSERT INTO steps VALUES(?1, ?2, ?3, ?4, ?5, ?6)"));
  for (const RecordedRun::Step& kept : run.steps) {
    TFPROF_RETURN_IF_ERROR(step.Run(id, kept.step, kept.length_us, kept.busy_us,
                                    kept.sum_us, kept.is_used));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Query peak,
      database_.Prepare("INSERT OR REPLACE INTO peaks VALUES(?1, ?2, ?3, ?4)"));
  for (const RecordedRun::Peak& kept : run.peaks) {
    TFPROF_RETURN_IF_ERROR(
        peak.Run(id, kept.device, kept.of_step, kept.of_all));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Query feed,
      database_.Prepare("INSERT OR IGNORE INTO feeds VALUES(?1, ?2, ?3)"));
  for (const auto& [name, shape] : run.feeds) {
    TFPROF_RETURN_IF_ERROR(feed.Run(id, name, shape));
  }
  return AddHistoryRows(id, run.rows, database_);
}

Status History::AddInTransaction(const RecordedRun& run) {
  TFPROF_ASSIGN_OR_RETURN(
      Query same,
      database_.Prepare("SELECT commit_id FROM runs WHERE fingerprint = ?1"));
  same.Start(run.fingerprint);
  TFPROF_ASSIGN_OR_RETURN(const bool is_known, same.Next());
  if (is_known) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: this run is recorded already, for commit {}",
                database_.name(), Printable(same.Text(0)));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Query insert,
      database_.Prepare("INSERT INTO runs VALUES(NULL, ?1, ?2, ?3, ?4, ?5, ?6, "
                        "?7, ?8, ?9, ?10, ?11)"));
  TFPROF_RETURN_IF_ERROR(
      insert.Run(run.commit, run.branch, run.labels, run.time_s,
                 run.fingerprint, run.start_us, run.devices, run.median_us,
                 run.p90_us, run.first_us, HashOfRows(run.rows)));
  return AddParts(database_.last_row(), run);
}

Status History::Add(const RecordedRun& run) {
  TFPROF_RETURN_IF_ERROR(database_.Run("BEGIN IMMEDIATE"));
  Status status = AddInTransaction(run);
  if (status) status = database_.Run("COMMIT");
  // A failed statement has usually ended the transaction already.
  if (!status) (void)database_.Run("ROLLBACK");
  return status;
}

Result<std::vector<History::Run>> History::RunsOf(
    const std::string& branch) const {
  TFPROF_ASSIGN_OR_RETURN(
      Query query, database_.Prepare("SELECT id, commit_id, time_s, median_us "
                                     "FROM runs WHERE branch = ?1 ORDER BY id"));
  std::vector<Run> runs;
  const auto add = [&] {
    runs.push_back({query.Whole(0), std::string(query.Text(1)),
                    query.IsNull(2) ? std::nullopt
                                    : std::optional(query.Whole(2)),
                    query.Micros(3)});
  };
  TFPROF_RETURN_IF_ERROR(query.ForEach(add, branch));
  if (!runs.empty()) return runs;
  TFPROF_ASSIGN_OR_RETURN(
      Query known,
      database_.Prepare("SELECT DISTINCT branch FROM runs LIMIT 10"));
  std::vector<std::string> branches;
  TFPROF_RETURN_IF_ERROR(
      known.ForEach([&] { branches.push_back(Printable(known.Text(0))); }));
  return Fail(ErrorCode::kNotFound, "{}: has no runs of branch '{}', {}",
              database_.name(), Printable(branch),
              branches.empty() ? "and of no other; tfprof record adds them"
                               : fmt::format("but of {}",
                                             fmt::join(branches, ", ")));
}

Status History::ReadParts(int64_t run, RecordedRun& read) const {
  TFPROF_ASSIGN_OR_RETURN(
      Query step, database_.Prepare("SELECT step, length_us, busy_us, sum_us, "
                                    "is_used FROM steps WHERE run = ?1"));
  const auto time = [&](int column) {
    return step.IsNull(column) ? std::nullopt
                               : std::optional(step.Micros(column));
  };
  const auto add_step = [&] {
    read.steps.push_back({step.Whole(0), time(1), time(2), step.Real(3),
                          step.Whole(4) != 0});
  };
  TFPROF_RETURN_IF_ERROR(step.ForEach(add_step, run));
  TFPROF_ASSIGN_OR_RETURN(
      Query peak, database_.Prepare("SELECT device, step_bytes, bytes FROM "
                                    "peaks WHERE run = ?1"));
  const auto add_peak = [&] {
    read.peaks.push_back(
        {std::string(peak.Text(0)), peak.Real(1), peak.RealOrNull(2)});
  };
  TFPROF_RETURN_IF_ERROR(peak.ForEach(add_peak, run));
  TFPROF_ASSIGN_OR_RETURN(
      Query feed,
      database_.Prepare("SELECT name, shape FROM feeds WHERE run = ?1"));
  TFPROF_RETURN_IF_ERROR(feed.ForEach(
      [&] { read.feeds.emplace_back(feed.Text(0), feed.Text(1)); }, run));
  TFPROF_ASSIGN_OR_RETURN(read.rows, ReadHistoryRows(run, database_));
  return {};
}

Result<RecordedRun> History::Read(int64_t run) const {
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database_.Prepare("SELECT commit_id, branch, labels, time_s, fingerprint, "
                        "start_us, devices, median_us, p90_us, first_us FROM "
                        "runs WHERE id = ?1"));
  query.Start(run);
  TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
  if (!has_row) {
    return Fail(ErrorCode::kNotFound, "{}: has no run {}", database_.name(),
                run);
  }
  RecordedRun read{.commit = std::string(query.Text(0)),
                   .branch = std::string(query.Text(1)),
                   .labels = std::string(query.Text(2)),
                   .fingerprint = query.Whole(4),
                   .devices = std::string(query.Text(6)),
                   .median_us = query.Micros(7),
                   .p90_us = query.Micros(8)};
  if (!query.IsNull(3)) read.time_s = query.Whole(3);
  if (!query.IsNull(5)) read.start_us = query.Whole(5);
  if (!query.IsNull(9)) read.first_us = query.Micros(9);
  TFPROF_RETURN_IF_ERROR(query.Check());
  TFPROF_RETURN_IF_ERROR(ReadParts(run, read));
  return read;
}

Result<std::vector<History::RowSum>> History::SumRows(
    const std::vector<int64_t>& runs, int64_t depth) const {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<HistorySum> sums,
                          SumHistoryTimes(runs, depth, database_));
  std::vector<RowSum> rows;
  rows.reserve(sums.size());
  for (const HistorySum& sum : sums) {
    rows.push_back({sum.depth, sum.name, sum.sum_ns / 1000});
  }
  return rows;
}

Result<std::string> History::NameOf(int64_t number) const {
  TFPROF_ASSIGN_OR_RETURN(
      Query name, database_.Prepare("SELECT name FROM names WHERE id = ?1"));
  name.Start(number);
  TFPROF_ASSIGN_OR_RETURN(const bool has_row, name.Next());
  return has_row ? std::string(name.Text(0)) : std::string();
}

Result<std::vector<int64_t>> History::ParentsOf(
    const std::vector<int64_t>& numbers) const {
  TFPROF_ASSIGN_OR_RETURN(
      Query query, database_.Prepare("SELECT parent FROM names WHERE id = ?1"));
  std::vector<int64_t> parents;
  parents.reserve(numbers.size());
  for (const int64_t number : numbers) {
    query.Start(number);
    TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
    parents.push_back(has_row ? query.Whole(0) : 0);
  }
  return parents;
}

}  // namespace tfprof
