// SPDX-License-Identifier: Apache-2.0
#include "wire/glob_paths.h"

#include <cerrno>
#include <memory>
#include <new>
#include <optional>

#include <glob.h>

#include "base/folder.h"

namespace tfprof {

namespace {

// The folder that could not be opened. glob tells its callback no more.
thread_local std::optional<std::string> unopened;

int NoteUnopened(const char* folder, int error) {
  // It was removed meanwhile, or is a link that leads nowhere.
  if (error == ENOENT || error == ELOOP) return 0;
  try {
    unopened = folder;
  } catch (const std::bad_alloc&) {
    return GLOB_NOSPACE;
  }
  return GLOB_ABORTED;
}

}  // namespace

Result<std::vector<std::string>> GlobPaths(const std::string& pattern) {
  unopened.reset();
  glob_t found{};
  const int code = glob(pattern.c_str(), 0, NoteUnopened, &found);
  const std::unique_ptr<glob_t, decltype(&globfree)> freed(&found, globfree);
  if (code == GLOB_NOMATCH) return std::vector<std::string>();
  if (code == GLOB_ABORTED && unopened) {
    // Says why.
    TFPROF_RETURN_IF_ERROR(EntriesIn(*unopened));
    return Fail(ErrorCode::kNotFound, "{}: cannot be listed", *unopened);
  }
  if (code != 0) throw std::bad_alloc();
  return std::vector<std::string>(found.gl_pathv,
                                  found.gl_pathv + found.gl_pathc);
}

}  // namespace tfprof
