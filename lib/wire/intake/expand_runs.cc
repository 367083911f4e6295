// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/expand_runs.h"

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "wire/glob_paths.h"
#include "wire/intake/list_folder.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

Result<std::vector<std::string>> MatchesOf(const std::string& pattern) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<std::string> paths, GlobPaths(pattern));
  if (paths.empty()) {
    return Fail(ErrorCode::kNotFound, "{}: no file or folder matches",
                Printable(pattern));
  }
  std::sort(paths.begin(), paths.end(), NaturallyBefore);
  return paths;
}

// The folders in a folder that contains nothing else; empty otherwise. A
// TensorBoard log folder, recognized by its folder "plugins", is one dump.
std::vector<std::string> FoldersIn(const std::string& path) {
  const auto listing = ListFolder(path);
  if (!listing || !listing->files.empty()) return {};
  std::vector<std::string> folders;
  for (const std::string& name : listing->folders) {
    if (name == "plugins") return {};
    folders.push_back((fs::path(path) / name).string());
  }
  return folders;
}

}  // namespace

Result<std::vector<std::string>> ExpandRuns(
    std::span<const std::string> words) {
  std::vector<std::string> runs;
  const auto append = [&](const std::vector<std::string>& more) {
    runs.insert(runs.end(), more.begin(), more.end());
  };
  for (const std::string& word : words) {
    std::error_code unknown;
    if (!fs::exists(word, unknown) &&
        word.find_first_of("*?[") != std::string::npos) {
      TFPROF_ASSIGN_OR_RETURN(const auto matches, MatchesOf(word));
      append(matches);
      continue;
    }
    const std::vector<std::string> folders = FoldersIn(word);
    if (folders.empty()) {
      runs.push_back(word);
    } else {
      append(folders);
    }
  }
  return runs;
}

}  // namespace tfprof
