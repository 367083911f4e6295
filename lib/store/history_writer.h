// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/file_writer.h"
#include "base/temporary_file.h"
#include "base/writer.h"
#include "store/history.h"
#include "store/watched_history.h"

namespace tfprof {

// Adds runs to a history. An existing history gets each run at once. A new
// history appears when it is complete, with all runs: a failure leaves no file.
class HistoryWriter {
 public:
  // Fails like History::OpenToWrite.
  static Result<HistoryWriter> Open(const std::string& path,
                                    Durability durability);

  HistoryWriter(HistoryWriter&&) = default;
  HistoryWriter& operator=(HistoryWriter&&) = delete;
  ~HistoryWriter();

  // Fails like History::Add.
  Status Add(const RecordedRun& run);

  // Call after the last run.
  Status Finish();

 private:
  explicit HistoryWriter(std::string path) : path_(std::move(path)) {}

  Status MakeAside();
  Status AddToOther();

  std::string path_;
  std::unique_ptr<FileWriter> file_;  // of a new history
  Workplace place_;                   // where a new history is made
  OwnFile own_;                       // used if file_ has no place
  std::optional<History> history_;    // a new history; closed before the files
  int64_t added_ = 0;
  std::unique_ptr<WatchedHistory> there_;  // an existing history
};

}  // namespace tfprof
