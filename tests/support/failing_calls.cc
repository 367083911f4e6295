// SPDX-License-Identifier: Apache-2.0
// To be preloaded: lets one call of the system fail, for tests/failing_calls.
//
// FAIL=KIND:N:ERRNO makes call N of a kind, counted from 1 after main has
// begun, fail with that error; with ERRNO 0 a read or write does half of what
// it was asked for, with -9 the process is killed there. COUNT=FILE gets a line "KIND CALLS" for each kind when the
// process ends.
#undef _FORTIFY_SOURCE
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

enum Kind {
  kOpen,
  kRead,
  kWrite,
  kSync,
  kRename,
  kLink,
  kClose,
  kStat,
  kMap,
  kMalloc,
  kCalloc,
  kRealloc,
  kThread,
  kKinds
};

const char* const kNames[kKinds] = {"open",  "read", "write", "sync",
                                    "rename", "link", "close", "stat",
                                    "map",   "malloc", "calloc",
                                    "realloc", "thread"};

long calls[kKinds];
bool has_begun = false;
int failing_kind = -1;
long failing_call = 0;
int failing_errno = 0;

template <typename Function>
Function* Next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// The function of this name that would be called without us.
#define NEXT(name) \
  static const auto next = Next(static_cast<decltype(&name)>(nullptr), #name)

bool IsTheOne(Kind kind) {
  if (!has_begun) return false;
  const bool is_it = __atomic_add_fetch(&calls[kind], 1, __ATOMIC_RELAXED) ==
                         failing_call &&
                     kind == failing_kind;
  if (is_it && failing_errno < 0) kill(getpid(), -failing_errno);
  return is_it;
}

bool Fails(Kind kind) {
  if (!IsTheOne(kind)) return false;
  errno = failing_errno;
  return true;
}

// 1: fails; 2: does half of it.
int FailsOrHalves(Kind kind, size_t size) {
  if (!IsTheOne(kind)) return 0;
  errno = failing_errno;
  if (failing_errno != 0) return 1;
  return size > 1 ? 2 : 0;
}

void WriteCounts() {
  has_begun = false;
  const char* path = getenv("COUNT");
  if (path == nullptr) return;
  if (FILE* file = fopen(path, "w"); file != nullptr) {
    for (int i = 0; i < kKinds; ++i) {
      fprintf(file, "%s %ld\n", kNames[i], calls[i]);
    }
    fclose(file);
  }
}

int (*real_main)(int, char**, char**) = nullptr;

int Main(int argc, char** argv, char** environment) {
  if (const char* fail = getenv("FAIL"); fail != nullptr) {
    char name[16] = {};
    sscanf(fail, "%15[a-z]:%ld:%d", name, &failing_call, &failing_errno);
    for (int i = 0; i < kKinds; ++i) {
      if (strcmp(name, kNames[i]) == 0) failing_kind = i;
    }
  }
  atexit(WriteCounts);
  has_begun = true;
  const int code = real_main(argc, argv, environment);
  has_begun = false;
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                      void (*init)(), void (*fini)(), void (*rtld_fini)(),
                      void* stack_end) {
  NEXT(__libc_start_main);
  real_main = main;
  return next(Main, argc, argv, init, fini, rtld_fini, stack_end);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  NEXT(open);
  return Fails(kOpen) ? -1 : next(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  NEXT(open64);
  return Fails(kOpen) ? -1 : next(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  NEXT(openat);
  return Fails(kOpen) ? -1 : next(folder, path, flags, mode);
}

ssize_t read(int file, void* to, size_t size) {
  NEXT(read);
  const int fault = FailsOrHalves(kRead, size);
  return fault == 1 ? -1 : next(file, to, fault == 2 ? size / 2 : size);
}

ssize_t pread64(int file, void* to, size_t size, off64_t at) {
  NEXT(pread64);
  const int fault = FailsOrHalves(kRead, size);
  return fault == 1 ? -1 : next(file, to, fault == 2 ? size / 2 : size, at);
}

ssize_t pread(int file, void* to, size_t size, off_t at) {
  NEXT(pread);
  const int fault = FailsOrHalves(kRead, size);
  return fault == 1 ? -1 : next(file, to, fault == 2 ? size / 2 : size, at);
}

ssize_t write(int file, const void* from, size_t size) {
  NEXT(write);
  // Messages about a failure do not fail.
  if (file == STDERR_FILENO) return next(file, from, size);
  const int fault = FailsOrHalves(kWrite, size);
  return fault == 1 ? -1 : next(file, from, fault == 2 ? size / 2 : size);
}

ssize_t pwrite64(int file, const void* from, size_t size, off64_t at) {
  NEXT(pwrite64);
  const int fault = FailsOrHalves(kWrite, size);
  return fault == 1 ? -1 : next(file, from, fault == 2 ? size / 2 : size, at);
}

ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
  NEXT(pwrite);
  const int fault = FailsOrHalves(kWrite, size);
  return fault == 1 ? -1 : next(file, from, fault == 2 ? size / 2 : size, at);
}

int fsync(int file) {
  NEXT(fsync);
  return Fails(kSync) ? -1 : next(file);
}

int fdatasync(int file) {
  NEXT(fdatasync);
  return Fails(kSync) ? -1 : next(file);
}

int rename(const char* from, const char* to) {
  NEXT(rename);
  return Fails(kRename) ? -1 : next(from, to);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  NEXT(renameat);
  return Fails(kRename) ? -1 : next(from_folder, from, to_folder, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to,
           int flags) {
  NEXT(linkat);
  return Fails(kLink) ? -1 : next(from_folder, from, to_folder, to, flags);
}

// Closed it is, whatever it returns.
int close(int file) {
  NEXT(close);
  const bool fails = Fails(kClose);
  const int result = next(file);
  if (!fails) return result;
  errno = failing_errno;
  return -1;
}

int stat(const char* path, struct stat* info) {
  NEXT(stat);
  return Fails(kStat) ? -1 : next(path, info);
}

int fstat(int file, struct stat* info) {
  NEXT(fstat);
  return Fails(kStat) ? -1 : next(file, info);
}

void* mmap(void* at, size_t size, int protection, int flags, int file,
           off_t offset) {
  NEXT(mmap);
  return Fails(kMap) ? MAP_FAILED
                     : next(at, size, protection, flags, file, offset);
}

void* malloc(size_t size) {
  // Before main dlsym itself may ask for memory.
  static void* (*next)(size_t) = nullptr;
  if (next == nullptr) {
    next = reinterpret_cast<void* (*)(size_t)>(dlsym(RTLD_NEXT, "malloc"));
  }
  return Fails(kMalloc) ? nullptr : next(size);
}

void* realloc(void* old, size_t size) {
  NEXT(realloc);
  return Fails(kRealloc) ? nullptr : next(old, size);
}

// dlsym asks for memory with it.
void* __libc_calloc(size_t count, size_t size);

void* calloc(size_t count, size_t size) {
  return Fails(kCalloc) ? nullptr : __libc_calloc(count, size);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                   void* (*start)(void*), void* argument) {
  NEXT(pthread_create);
  return IsTheOne(kThread) ? failing_errno
                           : next(thread, attributes, start, argument);
}
}
