// SPDX-License-Identifier: Apache-2.0
#include "store/temporary_database.h"

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/temporary_file.h"

namespace tfprof {

namespace {

// Without a journal: a file that is not finished is thrown away.
constexpr const char* kSettings =
    "PRAGMA page_size = 16384;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA temp_store = FILE;"
    "PRAGMA mmap_size = 1073741824;"  // indexes are made of what is in it
    "PRAGMA cache_size = -8192;";

}  // namespace

TemporaryDatabase::TemporaryDatabase(TemporaryDatabase&& other) noexcept
    : file_(other.file_),
      is_own_(std::exchange(other.is_own_, false)),
      database_(std::move(other.database_)) {}

TemporaryDatabase::~TemporaryDatabase() {
  if (is_own_) close(file_);
}

Result<TemporaryDatabase> TemporaryDatabase::Make(
    const std::optional<Workplace>& place) {
  int file = place ? place->file : -1;
  if (!place) {
    TFPROF_ASSIGN_OR_RETURN(file, OpenTemporaryFile());
  }
  Result<Database> database = Database::OpenNew(
      file, place && place->is_synced,
      place ? place->name : "a temporary file in " + TemporaryFolder());
  if (!database) {
    if (!place) close(file);
    return Failure(std::move(database).error());
  }
  TemporaryDatabase made(file, !place, *std::move(database));
  TFPROF_RETURN_IF_ERROR(made.database_.Run(kSettings));
  return made;
}

Status TemporaryDatabase::CopyTo(Writer& writer) const {
  if (const auto place = writer.workplace(); place && place->file == file_) {
    return {};
  }
  constexpr size_t kBlock = size_t{1} << 18;
  std::vector<char> block(kBlock);
  for (off_t at = 0;;) {
    const ssize_t size = pread(file_, block.data(), block.size(), at);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      return Fail(ErrorCode::kIo, "{}: cannot be read: {}", database_.name(),
                  std::strerror(errno));
    }
    if (size == 0) return {};
    TFPROF_RETURN_IF_ERROR(
        writer.Write({block.data(), static_cast<size_t>(size)}));
    at += size;
  }
}

}  // namespace tfprof
