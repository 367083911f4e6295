// SPDX-License-Identifier: Apache-2.0
#include "store/filled_database.h"

#include <cassert>
#include <utility>

#include "base/temporary_file.h"

namespace tfprof {

namespace {

// No journal: an unfinished file is deleted.
constexpr const char* kSettings =
    "PRAGMA page_size = {};"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA temp_store = FILE;"
    "PRAGMA cache_size = -8192;";

}  // namespace

FilledDatabase::FilledDatabase(FilledDatabase&& other) noexcept
    : place_(std::move(other.place_)),
      own_(std::move(other.own_)),
      roots_(std::move(other.roots_)),
      pages_(std::move(other.pages_)) {}

FilledDatabase::~FilledDatabase() = default;

Result<FilledDatabase> FilledDatabase::Make(
    const std::optional<Workplace>& place, const std::string& tables) {
  Workplace used;
  OwnFile own;
  if (place) {
    used = *place;
  } else {
    TFPROF_ASSIGN_OR_RETURN(used.file, OpenTemporaryFile());
    own = OwnFile(used.file);
    used.name = "a temporary file in " + TemporaryFolder();
  }
  FilledDatabase made(used, std::move(own));
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
  return CopyFile(place_.file, place_.name, writer);
}

}  // namespace tfprof
