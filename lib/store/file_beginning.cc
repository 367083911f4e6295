// SPDX-License-Identifier: Apache-2.0
#include "store/file_beginning.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_error.h"

namespace tfprof {

namespace {

Failure CannotRead(const std::string& path, int error) {
  return Fail(ReadErrorOf(error), "{}: cannot be read: {}", path,
              std::strerror(error));
}

// True if there is no file, or none that this user can ever reach.
bool IsOutOfReach(const std::string& path, int error) {
  if (error == EACCES) return access(path.c_str(), F_OK) != 0;
  return error == ENOENT || error == ENOTDIR || error == ELOOP ||
         error == ENAMETOOLONG;
}

Result<std::string> Read(int file, const std::string& path) {
  constexpr size_t kMost = 256;
  std::string bytes(kMost, '\0');
  size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = read(file, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotRead(path, errno);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

Result<std::string> FileBeginning(const std::string& path) {
  struct stat info {};

  int file = -1;
  if (stat(path.c_str(), &info) == 0) {
    // Reading from a pipe would take bytes from other readers.
    if (!S_ISREG(info.st_mode)) return std::string();
    file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  const int error = errno;
  if (file < 0 && IsOutOfReach(path, error)) return std::string();
  if (file < 0) return CannotRead(path, error);
  Result<std::string> bytes = Read(file, path);
  close(file);
  return bytes;
}

}  // namespace tfprof
