// SPDX-License-Identifier: Apache-2.0
#include "base/temporary_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace tfprof {

std::string TemporaryFolder() {
  const char* const asked = std::getenv("TMPDIR");
  if (asked != nullptr && *asked != '\0') return asked;
  return access("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : "/tmp";
}

Result<int> OpenTemporaryFile() {
  const std::string folder = TemporaryFolder();
  std::string path = folder + "/.tfprof-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) {
    return Fail(ErrorCode::kIo,
                "a temporary file in {}: cannot be made: {}; $TMPDIR chooses "
                "another folder",
                folder, std::strerror(errno));
  }
  unlink(path.c_str());
  return file;
}

}  // namespace tfprof
