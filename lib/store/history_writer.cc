// SPDX-License-Identifier: Apache-2.0
#include "store/history_writer.h"

#include <cerrno>
#include <climits>
#include <filesystem>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include "store/database.h"
#include "store/kept_files.h"

namespace tfprof {

namespace {

// True if the path does not exist, not even as a link.
bool IsFree(const std::string& path) {
  struct stat info {};

  return lstat(path.c_str(), &info) != 0 && errno == ENOENT;
}

// SQLite would create the target of a link, and appends suffixes to names.
Status CheckPlace(const std::string& path) {
  TFPROF_RETURN_IF_ERROR(CheckLink(path));
  const std::string name = std::filesystem::path(path).filename();
  constexpr size_t kMost = NAME_MAX - std::string_view("-wal").size();
  if (name.size() <= kMost) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "{}: the name of a history can have {} bytes, since names of "
              "files beside it have four more; choose a shorter one",
              path, kMost);
}

// The header bytes of an SQLite file with a write-ahead log; without them
// SQLite would open the file to switch the mode.
Status UseLog(const Workplace& place, bool is_used) {
  constexpr off_t kVersionsAt = 18;  // the versions for writing and reading
  const char version = is_used ? '\2' : '\1';
  for (off_t at = kVersionsAt; at < kVersionsAt + 2;) {
    const ssize_t written = pwrite(place.file, &version, 1, at);
    if (written < 0 && errno != EINTR) return CannotWrite(place.name);
    at += written > 0 ? 1 : 0;
  }
  return {};
}

// The message for an existing history.
Failure CannotMake(const std::string& path, Failure why) {
  const std::string folder = std::filesystem::path(path).parent_path();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) == 0) return why;
  if (errno != EROFS) return why;
  return Fail(ErrorCode::kIo,
              "{}: cannot be written: the file or its folder is read-only",
              path);
}

}  // namespace

HistoryWriter::~HistoryWriter() = default;

Result<HistoryWriter> HistoryWriter::Open(const std::string& path,
                                          Durability durability) {
  TFPROF_RETURN_IF_ERROR(CheckPlace(path));
  HistoryWriter writer(path);
  TFPROF_RETURN_IF_ERROR(CheckIsNoneBeside(path));
  const Status replaceable =
      IsFree(path) ? CheckReplaceable(path, true) : Status();
  // Checked again, since another process may have created it meanwhile.
  if (!IsFree(path)) {
    TFPROF_ASSIGN_OR_RETURN(writer.there_, WatchedHistory::Open(path));
    return writer;
  }
  TFPROF_RETURN_IF_ERROR(replaceable);
  auto file = FileWriter::Open(path, durability);
  if (!file) return CannotMake(path, Failure(std::move(file).error()));
  writer.file_ = *std::move(file);
  TFPROF_RETURN_IF_ERROR(writer.MakeAside());
  return writer;
}

Status HistoryWriter::MakeAside() {
  if (const auto place = file_->workplace()) {
    place_ = *place;
  } else {
    TFPROF_ASSIGN_OR_RETURN(place_.file, OpenTemporaryFile());
    own_ = OwnFile(place_.file);
    place_.name = "a temporary file in " + TemporaryFolder();
  }
  TFPROF_ASSIGN_OR_RETURN(Database database,
                          Database::OpenOwn(place_.file, place_.name));
  // Synced once, when it is complete.
  TFPROF_RETURN_IF_ERROR(database.Run("PRAGMA synchronous = OFF"));
  TFPROF_ASSIGN_OR_RETURN(history_, History::OpenIn(std::move(database)));
  return {};
}

Status HistoryWriter::Add(const RecordedRun& run) {
  if (there_) return there_->Add(run);
  ++added_;
  return history_->Add(run);
}

Status HistoryWriter::Finish() {
  there_.reset();
  history_.reset();
  if (file_ == nullptr) return {};
  TFPROF_RETURN_IF_ERROR(UseLog(place_, true));
  if (own_.get() >= 0) {
    TFPROF_RETURN_IF_ERROR(CopyFile(place_.file, place_.name, *file_));
  }
  TFPROF_ASSIGN_OR_RETURN(const bool is_new, file_->CloseAsNew());
  return is_new ? Status() : AddToOther();
}

// Another process has made a history with that name meanwhile.
Status HistoryWriter::AddToOther() {
  TFPROF_RETURN_IF_ERROR(UseLog(place_, false));
  TFPROF_ASSIGN_OR_RETURN(Database database,
                          Database::OpenOwn(place_.file, place_.name));
  TFPROF_ASSIGN_OR_RETURN(const History made,
                          History::OpenIn(std::move(database)));
  TFPROF_ASSIGN_OR_RETURN(const std::unique_ptr<WatchedHistory> other,
                          WatchedHistory::Open(path_));
  for (int64_t id = 1; id <= added_; ++id) {
    TFPROF_ASSIGN_OR_RETURN(const RecordedRun run, made.Read(id));
    TFPROF_RETURN_IF_ERROR(other->Add(run));
  }
  return {};
}

}  // namespace tfprof
