// SPDX-License-Identifier: Apache-2.0
#include "wire/glob_paths.h"

#include <cerrno>
#include <memory>
#include <new>

#include <glob.h>

#include "base/folder.h"

namespace tfprof {

namespace {

// Where the folder goes that could not be opened: glob tells its callback
// nothing else. A pointer, as a string of a thread's own takes memory to be
// removed at its end, without which the process aborts.
thread_local std::string* unopened = nullptr;

int NoteUnopened(const char* folder, int error) {
  // It was removed meanwhile, or is a link that leads nowhere.
  if (error == ENOENT || error == ELOOP) return 0;
  try {
    *unopened = folder;
  } catch (const std::bad_alloc&) {
    return GLOB_NOSPACE;
  }
  return GLOB_ABORTED;
}

}  // namespace

Result<std::vector<std::string>> GlobPaths(const std::string& pattern) {
  std::string folder;
  unopened = &folder;
  glob_t found{};
  const int code = glob(pattern.c_str(), 0, NoteUnopened, &found);
  const std::unique_ptr<glob_t, decltype(&globfree)> freed(&found, globfree);
  if (code == GLOB_NOMATCH) return std::vector<std::string>();
  if (code == GLOB_ABORTED && !folder.empty()) {
    // Says why.
    TFPROF_RETURN_IF_ERROR(EntriesIn(folder));
    return Fail(ErrorCode::kNotFound, "{}: cannot be listed", folder);
  }
  if (code != 0) throw std::bad_alloc();
  return std::vector<std::string>(found.gl_pathv,
                                  found.gl_pathv + found.gl_pathc);
}

}  // namespace tfprof
