// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// True if there are changes beside a database that are not merged yet. Fails if
// that cannot be checked.
Result<bool> HasLog(const std::string& database);

// True if this user may read a file but not write it.
bool MayOnlyRead(const std::string& path);

// A database that is read without locks.
class UnlockedFile {
 public:
  // Construct before opening the database.
  explicit UnlockedFile(std::string path);

  // Fails (kIo) if another process has written it since.
  Status CheckUnchanged() const;

 private:
  std::string path_;
  FileVersion version_;
};

}  // namespace tfprof
