// SPDX-License-Identifier: Apache-2.0
#include "base/temporary_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "base/emergency.h"
#include "base/hidden_file.h"

namespace tfprof {

std::string TemporaryFolder() {
  const char* const asked = std::getenv("TMPDIR");
  if (asked != nullptr && *asked != '\0') return asked;
  return access("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : "/tmp";
}

Result<int> OpenTemporaryFile() {
  const std::string path = TemporaryFolder();
  const int folder = open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  int file = folder < 0 ? -1 : OpenUnnamed(folder);
  std::string name;
  const auto open_named = [&](const char* hidden) {
    file = openat(folder, hidden, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    return file >= 0;
  };
  if (folder >= 0 && file < 0 && MakeHidden(folder, name, open_named)) {
    unlinkat(folder, name.c_str(), 0);
    ForgetUnfinished(folder, name);
  }
  const int why = errno;
  if (folder >= 0) close(folder);
  if (file >= 0) return file;
  return Fail(ErrorCode::kIo,
              "a temporary file in {}: cannot be made: {}; $TMPDIR chooses "
              "another folder",
              path, std::strerror(why));
}

OwnFile::~OwnFile() {
  if (file_ >= 0) close(file_);
}

Status CopyFile(int file, const std::string& name, Writer& writer) {
  constexpr size_t kBlock = size_t{1} << 18;
  std::vector<char> block(kBlock);
  for (off_t at = 0;;) {
    const ssize_t size = pread(file, block.data(), block.size(), at);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      return Fail(ErrorCode::kIo, "{}: cannot be read: {}", name,
                  std::strerror(errno));
    }
    if (size == 0) return {};
    TFPROF_RETURN_IF_ERROR(
        writer.Write({block.data(), static_cast<size_t>(size)}));
    at += size;
  }
}

}  // namespace tfprof
