// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "base/error.h"
#include "base/writer.h"
#include "report/report.h"
#include "store/database.h"

namespace tfprof {

// A database that is made at once and then copied to where it is wanted, so
// that this can be a pipe as well, and a file appears only whole. It lies in
// a file without a name in $TMPDIR, else in /var/tmp or /tmp.
class TemporaryDatabase final : public FileImage {
 public:
  static Result<TemporaryDatabase> Make();

  TemporaryDatabase(TemporaryDatabase&& other) noexcept;
  TemporaryDatabase& operator=(TemporaryDatabase&&) = delete;
  ~TemporaryDatabase() override;

  Database& database() { return database_; }

  // REQUIRES: no transaction is open.
  Status CopyTo(Writer& writer) const override;

 private:
  TemporaryDatabase(int file, Database database)
      : file_(file), database_(std::move(database)) {}

  int file_;
  Database database_;
};

}  // namespace tfprof
