// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/temporary_file.h"
#include "base/writer.h"
#include "report/report.h"
#include "store/database.h"
#include "store/database_tree.h"
#include "store/page_file.h"

namespace tfprof {

// A database that appears only when it is whole. It is made in the output
// itself, if that lets it, else in a file without a name in $TMPDIR, /var/tmp
// or /tmp, and then copied, so that the output can be a pipe as well. SQLite
// makes the tables; they are filled without it.
class FilledDatabase final : public FileImage {
 public:
  // `place` is the output's, and is used until this is gone. `tables` is SQL
  // for tables and those indexes that are filled as they are.
  static Result<FilledDatabase> Make(const std::optional<Workplace>& place,
                                     const std::string& tables);

  FilledDatabase(FilledDatabase&& other) noexcept;
  FilledDatabase& operator=(FilledDatabase&&) = delete;
  ~FilledDatabase() override;

  // To fill a table or an index. REQUIRES: there is one of that name, and this
  // is not moved meanwhile.
  DatabaseTree TreeOf(std::string_view name);

  // Ends all, and runs what SQL is left, such as for indexes.
  Status Finish(const std::string& statements);

  // REQUIRES: Finish() was called.
  Status CopyTo(Writer& writer) const override;

 private:
  struct Root {
    uint32_t page = 0;
    DatabaseTree::Kind kind = DatabaseTree::Kind::kTable;
  };

  FilledDatabase(const Workplace& place, OwnFile own)
      : place_(place), own_(std::move(own)) {}

  Result<Database> Open() const;
  Status MakeTables(const std::string& tables);

  Workplace place_;
  OwnFile own_;  // unless it is the output's
  std::map<std::string, Root, std::less<>> roots_;
  std::optional<PageFile> pages_;
};

}  // namespace tfprof
