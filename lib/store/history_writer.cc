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

// Whether there is nothing at all, not even a link.
bool IsFree(const std::string& path) {
  struct stat info {};

  return lstat(path.c_str(), &info) != 0 && errno == ENOENT;
}

// SQLite would make what a link leads to, and adds to names.
Status CheckPlace(const std::string& path) {
  TFPROF_RETURN_IF_ERROR(CheckLink(path));
  const std::string name = std::filesystem::path(path).filename();
  constexpr size_t kMost = NAME_MAX - std::string_view("-wal").size();
  if (name.size() <= kMost) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "{}: the name of a history can have {} bytes, as names of files "
              "beside it have four more; choose a shorter one",
              path, kMost);
}

// How a file of SQLite says that it has a write-ahead log, without which it
// would be open to make one.
Status UseLog(const Workplace& place, bool is_used) {
  constexpr off_t kVersionsAt = 18;  // of those who may write and read it
  const char version = is_used ? '\2' : '\1';
  for (off_t at = kVersionsAt; at < kVersionsAt + 2;) {
    const ssize_t written = pwrite(place.file, &version, 1, at);
    if (written < 0 && errno != EINTR) return CannotWrite(place.name);
    at += written > 0 ? 1 : 0;
  }
  return {};
}

// As it is said of a history that is there.
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
  // Asked again, as somebody else may have made it meanwhile.
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
  // It is brought to its disk when it is whole.
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

// Somebody else has made a history of that name meanwhile.
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
