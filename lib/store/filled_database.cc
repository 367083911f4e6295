// SPDX-License-Identifier: Apache-2.0
#include "store/filled_database.h"

#include <cassert>
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
    "PRAGMA page_size = {};"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA temp_store = FILE;"
    "PRAGMA cache_size = -8192;";

}  // namespace

FilledDatabase::FilledDatabase(FilledDatabase&& other) noexcept
    : place_(std::move(other.place_)),
      is_own_(std::exchange(other.is_own_, false)),
      roots_(std::move(other.roots_)),
      pages_(std::move(other.pages_)) {}

FilledDatabase::~FilledDatabase() {
  if (is_own_) close(place_.file);
}

Result<FilledDatabase> FilledDatabase::Make(
    const std::optional<Workplace>& place, const std::string& tables) {
  Workplace used;
  if (place) {
    used = *place;
  } else {
    TFPROF_ASSIGN_OR_RETURN(used.file, OpenTemporaryFile());
    used.name = "a temporary file in " + TemporaryFolder();
  }
  FilledDatabase made(used, !place);
  TFPROF_RETURN_IF_ERROR(made.MakeTables(tables));
  return made;
}

Result<Database> FilledDatabase::Open() const {
  TFPROF_ASSIGN_OR_RETURN(Database database,
                          Database::OpenOwn(place_.file, place_.name));
  TFPROF_RETURN_IF_ERROR(
      database.Run(fmt::format(kSettings, PageFile::kPageSize)));
  return database;
}

Status FilledDatabase::MakeTables(const std::string& tables) {
  TFPROF_ASSIGN_OR_RETURN(Database database, Open());
  TFPROF_RETURN_IF_ERROR(database.Run("BEGIN;" + tables + ";COMMIT;"));
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare(
          "SELECT name, rootpage, type = 'table' AND sql NOT LIKE "
          "'%WITHOUT ROWID' FROM sqlite_master WHERE rootpage > 0"));
  TFPROF_RETURN_IF_ERROR(query.ForEach([&] {
    roots_[std::string(query.Text(0))] = {static_cast<uint32_t>(query.Whole(1)),
                                          query.Whole(2) != 0
                                              ? DatabaseTree::Kind::kTable
                                              : DatabaseTree::Kind::kIndex};
  }));
  TFPROF_ASSIGN_OR_RETURN(const int64_t pages,
                          database.AskWhole("PRAGMA page_count"));
  pages_.emplace(place_.file, static_cast<uint32_t>(pages), place_.is_synced,
                 place_.name);
  return {};
}

DatabaseTree FilledDatabase::TreeOf(std::string_view name) {
  const auto root = roots_.find(name);
  assert(root != roots_.end());
  return {*pages_, root->second.kind, root->second.page};
}

Status FilledDatabase::Finish(const std::string& statements) {
  TFPROF_RETURN_IF_ERROR(pages_->Finish());
  if (statements.empty()) return {};
  TFPROF_ASSIGN_OR_RETURN(Database database, Open());
  return database.Run("BEGIN;" + statements + ";COMMIT;");
}

Status FilledDatabase::CopyTo(Writer& writer) const {
  if (const auto place = writer.workplace();
      place && place->file == place_.file) {
    return {};
  }
  constexpr size_t kBlock = size_t{1} << 18;
  std::vector<char> block(kBlock);
  for (off_t at = 0;;) {
    const ssize_t size = pread(place_.file, block.data(), block.size(), at);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      return Fail(ErrorCode::kIo, "{}: cannot be read: {}", place_.name,
                  std::strerror(errno));
    }
    if (size == 0) return {};
    TFPROF_RETURN_IF_ERROR(
        writer.Write({block.data(), static_cast<size_t>(size)}));
    at += size;
  }
}

}  // namespace tfprof
