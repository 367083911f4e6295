// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// Whether there are changes beside a database that are not in it yet. Fails if
// that cannot be known.
Result<bool> HasLog(const std::string& database);

// Whether this user may read a file and not write it.
bool MayOnlyRead(const std::string& path);

// A database that is read without locking it.
class UnlockedFile {
 public:
  // To be made before it is opened.
  explicit UnlockedFile(std::string path);

  // Fails (kIo) if somebody has written it since.
  Status CheckUnchanged() const;

 private:
  std::string path_;
  FileVersion version_;
};

}  // namespace tfprof
