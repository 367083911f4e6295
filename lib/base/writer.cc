// SPDX-License-Identifier: Apache-2.0
#include "base/writer.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/emergency.h"
#include "base/interrupt.h"

namespace tfprof {

namespace {

Failure CannotWrite(const std::string& path) {
  return Fail(ErrorCode::kIo, "{}: cannot be written: {}", path,
              std::strerror(errno));
}

// The file that `path` leads to, so that a rename replaces the file and not a
// link to it.
std::string BehindLinks(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> target(
      realpath(path.c_str(), nullptr), std::free);
  return target == nullptr ? path : target.get();
}

}  // namespace

Status DescriptorWriter::Write(std::string_view bytes) {
  for (;;) {
    if (WasInterrupted()) return Fail(ErrorCode::kInterrupted, "interrupted");
    if (!status_.has_value() || bytes.empty()) return status_;
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      status_ = Fail(ErrorCode::kClosedPipe, "{}: closed by its reader", name_);
    } else if (errno != EINTR) {
      status_ = CannotWrite(name_);
    }
  }
}

bool DescriptorWriter::is_terminal() const { return isatty(descriptor_) != 0; }

Result<std::unique_ptr<FileWriter>> FileWriter::Open(const std::string& path) {
  struct stat info {};

  const bool exists = stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return CannotWrite(path);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    const int direct = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (direct < 0) return CannotWrite(path);
    return std::unique_ptr<FileWriter>(new FileWriter(direct, path, path, ""));
  }
  if (exists && access(path.c_str(), W_OK) != 0) return CannotWrite(path);
  const std::string target = exists ? BehindLinks(path) : path;
  std::string aside = target + ".XXXXXX";
  const int descriptor = mkostemp(aside.data(), O_CLOEXEC);
  if (descriptor < 0) return CannotWrite(path);
  RememberUnfinished(aside);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, exists ? info.st_mode & 0777 : 0666 & ~mask);
  return std::unique_ptr<FileWriter>(
      new FileWriter(descriptor, path, target, std::move(aside)));
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) close(descriptor_);
  if (aside_.empty()) return;
  unlink(aside_.c_str());
  ForgetUnfinished(aside_);
}

Status FileWriter::Write(std::string_view bytes) { return out_.Write(bytes); }

Status FileWriter::Close() {
  TFPROF_RETURN_IF_ERROR(out_.Write(""));
  const int descriptor = std::exchange(descriptor_, -1);
  if (close(descriptor) != 0) return CannotWrite(path_);
  if (aside_.empty()) return {};
  if (std::rename(aside_.c_str(), target_.c_str()) != 0) {
    return CannotWrite(path_);
  }
  ForgetUnfinished(aside_);
  aside_.clear();
  return {};
}

}  // namespace tfprof
