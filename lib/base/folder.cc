// SPDX-License-Identifier: Apache-2.0
#include "base/folder.h"

#include <cerrno>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <sys/stat.h>

#include "base/read_error.h"

namespace tfprof {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// Follows links, and looks up types that the file system did not report.
FolderEntry EntryOf(const std::string& folder, const dirent& found) {
  FolderEntry entry{found.d_name, found.d_type == DT_REG,
                    found.d_type == DT_DIR};
  if (entry.is_file || entry.is_folder) return entry;

  struct stat status {};

  const std::string path = folder + '/' + entry.name;
  if (stat(path.c_str(), &status) == 0) {
    entry.is_file = S_ISREG(status.st_mode);
    entry.is_folder = S_ISDIR(status.st_mode);
  }
  return entry;
}

Failure CannotList(const std::string& folder, int error) {
  if (error == ENOMEM) throw std::bad_alloc();
  return Fail(ReadErrorOf(error), "{}: cannot be listed: {}", folder,
              std::generic_category().message(error));
}

}  // namespace

Result<std::vector<FolderEntry>> EntriesIn(const std::string& folder) {
  const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
  if (open == nullptr) return CannotList(folder, errno);
  std::vector<FolderEntry> entries;
  for (;;) {
    errno = 0;
    const dirent* const found = readdir(open.get());
    if (found == nullptr) break;
    const std::string_view name = found->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back(EntryOf(folder, *found));
  }
  if (errno != 0) return CannotList(folder, errno);
  return entries;
}

}  // namespace tfprof
