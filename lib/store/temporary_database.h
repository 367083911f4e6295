// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/error.h"
#include "base/writer.h"
#include "report/report.h"
#include "store/database.h"

namespace tfprof {

// A database that appears only when it is whole. It is made in the output
// itself, if that lets it, else in a file without a name in $TMPDIR, /var/tmp
// or /tmp, and then copied, so that the output can be a pipe as well.
class TemporaryDatabase final : public FileImage {
 public:
  // `place` is the output's, and is used until the database is gone.
  static Result<TemporaryDatabase> Make(const std::optional<Workplace>& place);

  TemporaryDatabase(TemporaryDatabase&& other) noexcept;
  TemporaryDatabase& operator=(TemporaryDatabase&&) = delete;
  ~TemporaryDatabase() override;

  Database& database() { return database_; }

  // REQUIRES: no transaction is open.
  Status CopyTo(Writer& writer) const override;

 private:
  TemporaryDatabase(int file, bool is_own, Database database)
      : file_(file), is_own_(is_own), database_(std::move(database)) {}

  int file_;
  bool is_own_;  // else the output's
  Database database_;
};

}  // namespace tfprof
