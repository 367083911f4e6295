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

// Adds runs to a history. One that is there gets each as it comes. A new one
// appears with all of them, when it is whole: a failure leaves no file.
class HistoryWriter {
 public:
  // Fails as History::OpenToWrite.
  static Result<HistoryWriter> Open(const std::string& path,
                                    Durability durability);

  HistoryWriter(HistoryWriter&&) = default;
  HistoryWriter& operator=(HistoryWriter&&) = delete;
  ~HistoryWriter();

  // Fails as History::Add.
  Status Add(const RecordedRun& run);

  // To be called after the last run.
  Status Finish();

 private:
  explicit HistoryWriter(std::string path) : path_(std::move(path)) {}

  Status MakeAside();
  Status AddToOther();

  std::string path_;
  std::unique_ptr<FileWriter> file_;  // of a new one
  Workplace place_;                   // where a new one is made
  OwnFile own_;                       // for that, if file_ has no place
  std::optional<History> history_;    // a new one; closed before the files
  int64_t added_ = 0;
  std::unique_ptr<WatchedHistory> there_;  // or one that is there
};

}  // namespace tfprof
