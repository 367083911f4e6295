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

// A database that appears only when it is complete. It is built in the output
// file if possible, else in a file without a name in $TMPDIR, /var/tmp or /tmp,
// and then copied, so the output can also be a pipe. SQLite makes the tables;
// rows are written without it.
class FilledDatabase final : public FileImage {
 public:
  // `place` is the output's, and must outlive this. `tables` is SQL for the
  // tables and for the indexes that are written directly.
  static Result<FilledDatabase> Make(const std::optional<Workplace>& place,
                                     const std::string& tables);

  FilledDatabase(FilledDatabase&& other) noexcept;
  FilledDatabase& operator=(FilledDatabase&&) = delete;
  ~FilledDatabase() override;

  // Writes a table or an index. REQUIRES: it exists, and this is not moved
  // meanwhile.
  DatabaseTree TreeOf(std::string_view name);

  // Finishes all tables, and runs the remaining SQL, such as for indexes.
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
  OwnFile own_;  // unless the output's file is used
  std::map<std::string, Root, std::less<>> roots_;
  std::optional<PageFile> pages_;
};

}  // namespace tfprof
