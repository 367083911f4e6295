// SPDX-License-Identifier: Apache-2.0
#include "store/database_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tfprof {

namespace {

struct OpenFile : sqlite3_file {
  int descriptor = -1;
  sqlite3_int64 size = 0;
  int failure = 0;  // errno of the last
};

OpenFile& Of(sqlite3_file* file) { return static_cast<OpenFile&>(*file); }

int Failed(OpenFile& file, int code) {
  file.failure = errno;
  return code;
}

// The opener of the file closes it.
int CloseFile(sqlite3_file*) { return SQLITE_OK; }

int ReadFile(sqlite3_file* from, void* to, int amount, sqlite3_int64 at) {
  OpenFile& file = Of(from);
  auto* const bytes = static_cast<char*>(to);
  for (int done = 0; done < amount;) {
    const ssize_t size = pread(file.descriptor, bytes + done,
                               static_cast<size_t>(amount - done), at + done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return Failed(file, SQLITE_IOERR_READ);
    if (size == 0) {
      std::memset(bytes + done, 0, static_cast<size_t>(amount - done));
      return SQLITE_IOERR_SHORT_READ;
    }
    done += static_cast<int>(size);
  }
  return SQLITE_OK;
}

int WriteFile(sqlite3_file* to, const void* from, int amount,
              sqlite3_int64 at) {
  OpenFile& file = Of(to);
  const auto* const bytes = static_cast<const char*>(from);
  for (int done = 0; done < amount;) {
    const ssize_t size = pwrite(file.descriptor, bytes + done,
                                static_cast<size_t>(amount - done), at + done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno != ENOSPC) return Failed(file, SQLITE_IOERR_WRITE);
    if (size <= 0) return SQLITE_FULL;
    done += static_cast<int>(size);
  }
  file.size = std::max(file.size, at + amount);
  return SQLITE_OK;
}

int TruncateFile(sqlite3_file* to, sqlite3_int64 size) {
  OpenFile& file = Of(to);
  if (ftruncate(file.descriptor, size) != 0) {
    return Failed(file, SQLITE_IOERR_TRUNCATE);
  }
  file.size = size;
  return SQLITE_OK;
}

int GiveSize(sqlite3_file* file, sqlite3_int64* size) {
  *size = Of(file).size;
  return SQLITE_OK;
}

// The opener of the file syncs it.
int Sync(sqlite3_file*, int) { return SQLITE_OK; }

// No other process has the file.
int Lock(sqlite3_file*, int) { return SQLITE_OK; }

int IsReserved(sqlite3_file*, int* is_reserved) {
  *is_reserved = 0;
  return SQLITE_OK;
}

int Control(sqlite3_file* file, int what, void* answer) {
  if (what != SQLITE_FCNTL_LAST_ERRNO) return SQLITE_NOTFOUND;
  *static_cast<int*>(answer) = Of(file).failure;
  return SQLITE_OK;
}

int SectorSize(sqlite3_file*) { return 4096; }

int Characteristics(sqlite3_file*) { return 0; }

sqlite3_io_methods MakeMethods() {
  sqlite3_io_methods methods = {};
  methods.iVersion = 1;  // there is no shared memory
  methods.xClose = CloseFile;
  methods.xRead = ReadFile;
  methods.xWrite = WriteFile;
  methods.xTruncate = TruncateFile;
  methods.xSync = Sync;
  methods.xFileSize = GiveSize;
  methods.xLock = Lock;
  methods.xUnlock = Lock;
  methods.xCheckReservedLock = IsReserved;
  methods.xFileControl = Control;
  methods.xSectorSize = SectorSize;
  methods.xDeviceCharacteristics = Characteristics;
  return methods;
}

int OpenIn(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags,
           int* given) {
  static const sqlite3_io_methods kMethods = MakeMethods();
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) {
    sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
    return usual->xOpen(usual, path, file, flags, given);
  }
  file->pMethods = nullptr;  // nothing to close
  const int descriptor = static_cast<int>(std::strtol(path, nullptr, 10));
  struct stat info {};

  if (fstat(descriptor, &info) != 0) return SQLITE_CANTOPEN;
  auto* const opened = new (file) OpenFile();
  opened->pMethods = &kMethods;
  opened->descriptor = descriptor;
  opened->size = info.st_size;
  if (given != nullptr) *given = flags;
  return SQLITE_OK;
}

int IsThere(sqlite3_vfs*, const char*, int, int* is_there) {
  *is_there = 0;  // no journals
  return SQLITE_OK;
}

int FullPath(sqlite3_vfs*, const char* path, int room, char* to) {
  sqlite3_snprintf(room, to, "%s", path);
  return SQLITE_OK;
}

// A copy of the default file system with another open for databases.
sqlite3_vfs MakeSystem(const sqlite3_vfs& usual) {
  sqlite3_vfs system = usual;
  system.pNext = nullptr;
  system.zName = "tfprof_open_files";
  system.szOsFile =
      std::max(usual.szOsFile, static_cast<int>(sizeof(OpenFile)));
  system.xOpen = OpenIn;
  system.xAccess = IsThere;
  system.xFullPathname = FullPath;
  return system;
}

}  // namespace

const char* OpenFiles() {
  static const char* const kName = []() -> const char* {
    const sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
    if (usual == nullptr) return nullptr;
    static sqlite3_vfs system = MakeSystem(*usual);
    return sqlite3_vfs_register(&system, 0) == SQLITE_OK ? system.zName
                                                         : nullptr;
  }();
  return kName;
}

std::string PathOfOpenFile(int descriptor) {
  return std::to_string(descriptor);
}

}  // namespace tfprof
