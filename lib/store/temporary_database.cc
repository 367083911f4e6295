// SPDX-License-Identifier: Apache-2.0
#include "store/temporary_database.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/temporary_file.h"

namespace tfprof {

namespace {

// Neither a journal nor locks: nobody else knows the file, and one that is not
// finished is thrown away.
constexpr const char* kSettings =
    "PRAGMA page_size = 16384;"
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA temp_store = FILE;"
    "PRAGMA mmap_size = 1073741824;"  // indexes are made of what is in it
    "PRAGMA cache_size = -8192;";

}  // namespace

TemporaryDatabase::TemporaryDatabase(TemporaryDatabase&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      database_(std::move(other.database_)) {}

TemporaryDatabase::~TemporaryDatabase() {
  if (file_ >= 0) close(file_);
}

Result<TemporaryDatabase> TemporaryDatabase::Make() {
  const std::string folder = TemporaryFolder();
  const std::string name = "a temporary file in " + folder;
  std::string path = folder + "/.tfprof-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) {
    return Fail(ErrorCode::kIo, "{}: cannot be made: {}; $TMPDIR chooses "
                "another folder",
                name, std::strerror(errno));
  }
  Result<Database> database =
      Database::Open(path, Database::Access::kWrite, name);
  unlink(path.c_str());
  if (!database) {
    close(file);
    return Failure(std::move(database).error());
  }
  TemporaryDatabase made(file, *std::move(database));
  TFPROF_RETURN_IF_ERROR(made.database_.Run(kSettings));
  return made;
}

Status TemporaryDatabase::CopyTo(Writer& writer) const {
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
