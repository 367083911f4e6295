// SPDX-License-Identifier: Apache-2.0
#include "base/file_writer.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/emergency.h"
#include "base/file_id.h"
#include "base/hidden_file.h"

namespace tfprof {

namespace {

constexpr uint64_t kWriteBehind = uint64_t{4} << 20;  // bytes

// The target file of `path`, so a rename replaces the file and not a link to
// it; empty on failure.
std::string BehindLinks(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> target(
      realpath(path.c_str(), nullptr), std::free);
  return target == nullptr ? "" : target.get();
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The path of an open file in /proc, named or not.
std::string ProcPath(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

// Opens an unnamed file in `folder`; -1 if the file system does not support it,
// or could not name it later.
int OpenToBeNamed(int folder) {
  const int file = OpenUnnamed(folder);
  if (file < 0 || access(ProcPath(file).c_str(), F_OK) == 0) return file;
  close(file);
  return -1;
}

// Closes a copy: network file systems report failed writes on close.
bool Flush(int file) {
  const int copy = dup(file);
  return copy >= 0 && close(copy) == 0;
}

// Gives a new file the owner and mode of the file that it will replace, as far
// as this user may.
void TakeAfter(const struct stat& old, int file) {
  // Separately, since a user who may not give files away may still assign them
  // to a group.
  constexpr uid_t kAsItIs = static_cast<uid_t>(-1);
  [[maybe_unused]] int failed = fchown(file, old.st_uid, kAsItIs);
  failed = fchown(file, kAsItIs, old.st_gid);
  fchmod(file, old.st_mode & 0777);
}

// Not every file system can sync folders, which is not an error.
bool SyncFolder(int folder) {
  return fsync(folder) == 0 || errno == EINVAL || errno == EROFS;
}

}  // namespace

Status CheckLink(const std::string& path) {
  struct stat info {};

  if (stat(path.c_str(), &info) == 0 || lstat(path.c_str(), &info) != 0) {
    return {};
  }
  return Fail(ErrorCode::kIo,
              "{}: cannot be written: it is a dangling link; remove it, or "
              "create its target",
              path);
}

Result<std::unique_ptr<FileWriter>> FileWriter::Open(const std::string& path,
                                                     Durability durability) {
  struct stat info {};

  const bool exists = stat(path.c_str(), &info) == 0;
  const bool is_absent = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
  if (!exists && !is_absent) return CannotWrite(path);
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return CannotWrite(path);
  }
  if (!exists) TFPROF_RETURN_IF_ERROR(CheckLink(path));
  if (exists && access(path.c_str(), W_OK) != 0) return CannotWrite(path);
  std::unique_ptr<FileWriter> writer(new FileWriter(path, durability));
  if (exists && !S_ISREG(info.st_mode)) {
    writer->descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (writer->descriptor_ < 0) return CannotWrite(path);
  } else {
    writer->is_new_ = !exists;
    const std::string target = exists ? BehindLinks(path) : path;
    if (target.empty()) return CannotWrite(path);
    TFPROF_RETURN_IF_ERROR(writer->OpenAside(target));
    if (exists) {
      TakeAfter(info, writer->descriptor_);
    } else {
      const mode_t mask = umask(0);
      umask(mask);
      fchmod(writer->descriptor_, 0666 & ~mask);
    }
  }
  writer->out_ = DescriptorWriter(writer->descriptor_, path);
  return writer;
}

Status FileWriter::OpenAside(const std::string& target) {
  name_ = target.substr(target.rfind('/') + 1);
  const std::string folder = FolderOf(target);
  folder_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  can_sync_folder_ = folder_ >= 0;
  // A folder may be writable but not readable.
  if (folder_ < 0) {
    folder_ = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  }
  if (folder_ < 0) return CannotWrite(path_);
  // A name that is too long fails now, not after all the work.
  if (struct stat info {};
      fstatat(folder_, name_.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 &&
      errno == ENAMETOOLONG) {
    return CannotWrite(path_);
  }
  descriptor_ = OpenToBeNamed(folder_);
  if (descriptor_ >= 0) return {};
  const bool is_made = MakeHidden(folder_, aside_, [this](const char* name) {
    descriptor_ = openat(folder_, name,
                         O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    return descriptor_ >= 0;
  });
  return is_made ? Status() : CannotWrite(path_);
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!aside_.empty()) {
    unlinkat(folder_, aside_.c_str(), 0);
    ForgetUnfinished(folder_, aside_);
  }
  if (folder_ >= 0) close(folder_);
}

Status FileWriter::Write(std::string_view bytes) {
  TFPROF_RETURN_IF_ERROR(out_.Write(bytes));
  written_ += bytes.size();
  if (IsSynced() && written_ - begun_ >= kWriteBehind) {
    // Starts writing to disk, so Close waits less.
    sync_file_range(descriptor_, static_cast<off64_t>(begun_),
                    static_cast<off64_t>(written_ - begun_),
                    SYNC_FILE_RANGE_WRITE);
    begun_ = written_;
  }
  return {};
}

// Gives the file its name; false if another file has it.
Result<bool> FileWriter::Name(bool replaces) {
  struct stat old {};

  if (fstatat(folder_, name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 &&
      WasRead({old.st_dev, old.st_ino})) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: is an input, which would be overwritten; write to another "
                "file",
                path_);
  }
  const std::string unnamed = ProcPath(descriptor_);
  const auto link_as = [&](const char* name) {
    return linkat(AT_FDCWD, unnamed.c_str(), folder_, name,
                  AT_SYMLINK_FOLLOW) == 0;
  };
  const bool has_name = !aside_.empty();
  if (!has_name && is_new_) {
    if (link_as(name_.c_str())) return true;
    if (errno != EEXIST) return CannotWrite(path_);
    if (!replaces) return false;
  }
  // Only a named file can replace an existing one.
  if (!has_name && !MakeHidden(folder_, aside_, link_as)) {
    return CannotWrite(path_);
  }
  return NameAside(replaces);
}

Result<bool> FileWriter::NameAside(bool replaces) {
  const char* const from = aside_.c_str();
  const char* const to = name_.c_str();
  int failed = replaces ? renameat(folder_, from, folder_, to)
                        : renameat2(folder_, from, folder_, to,
                                    RENAME_NOREPLACE);
  if (failed != 0 && !replaces && (errno == EINVAL || errno == ENOSYS)) {
    // For example on NFS, where a second name can be linked instead.
    failed = linkat(folder_, from, folder_, to, 0);
    if (failed == 0) unlinkat(folder_, from, 0);
  }
  if (failed != 0 && !replaces && errno == EEXIST) return false;
  if (failed != 0) return CannotWrite(path_);
  ForgetUnfinished(folder_, aside_);
  aside_.clear();
  return true;
}

Status FileWriter::Close() {
  TFPROF_ASSIGN_OR_RETURN([[maybe_unused]] const bool is_named, CloseAs(true));
  return {};
}

Result<bool> FileWriter::CloseAsNew() { return CloseAs(false); }

Result<bool> FileWriter::CloseAs(bool replaces) {
  TFPROF_RETURN_IF_ERROR(out_.Write(""));
  if (descriptor_ < 0) return true;
  const bool is_synced = IsSynced();
  if (is_synced && fsync(descriptor_) != 0) return CannotWrite(path_);
  if (!Flush(descriptor_)) return CannotWrite(path_);
  if (folder_ >= 0) {
    TFPROF_ASSIGN_OR_RETURN(const bool is_named, Name(replaces));
    if (!is_named) return false;
  }
  if (close(std::exchange(descriptor_, -1)) != 0) return CannotWrite(path_);
  if (is_synced && can_sync_folder_ && !SyncFolder(folder_)) {
    return CannotWrite(path_);
  }
  return true;
}

}  // namespace tfprof
