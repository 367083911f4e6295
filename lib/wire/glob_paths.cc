// SPDX-License-Identifier: Apache-2.0
#include "wire/glob_paths.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include <fnmatch.h>

#include "base/folder.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

bool HasMagic(std::string_view part) {
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '\\') {
      ++i;
    } else if (part[i] == '*' || part[i] == '?' || part[i] == '[') {
      return true;
    }
  }
  return false;
}

// The literal name of a part without wildcards.
std::string Unescaped(std::string_view part) {
  std::string name;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '\\' && i + 1 < part.size()) ++i;
    name += part[i];
  }
  return name;
}

bool Matches(const std::string& part, const std::string& name) {
  const int code = fnmatch(part.c_str(), name.c_str(), FNM_PERIOD);
  if (code != 0 && code != FNM_NOMATCH) throw std::bad_alloc();
  return code == 0;
}

// True if there is nothing to list: the path is a file, was removed meanwhile,
// or is a dangling link.
bool IsNoFolder(const std::string& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::none || type == fs::file_type::unknown) {
    return error == std::errc::too_many_symbolic_link_levels;
  }
  return type != fs::file_type::directory;
}

// Adds the matching paths in `folder`, which ends in a slash or is empty.
Status AddMatches(const std::string& folder, const std::string& part,
                  bool wants_folders, std::vector<std::string>& paths) {
  std::string listed = folder.empty() ? "." : folder;
  while (listed.size() > 1 && listed.ends_with('/')) listed.pop_back();
  if (IsNoFolder(listed)) return {};
  TFPROF_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries,
                          EntriesIn(listed));
  for (const FolderEntry& entry : entries) {
    if (wants_folders && !entry.is_folder) continue;
    if (Matches(part, entry.name)) paths.push_back(folder + entry.name);
  }
  return {};
}

}  // namespace

// Matches the pattern part by part. The C library's glob() frees memory twice
// when memory runs out.
Result<std::vector<std::string>> GlobPaths(const std::string& pattern) {
  std::vector<std::string> paths = {""};
  for (size_t at = 0; at < pattern.size();) {
    const size_t begin = std::min(pattern.find_first_not_of('/', at),
                                  pattern.size());
    const size_t end = std::min(pattern.find('/', begin), pattern.size());
    for (std::string& path : paths) path.append(pattern, at, begin - at);
    const std::string part = pattern.substr(begin, end - begin);
    at = end;
    if (!HasMagic(part)) {
      for (std::string& path : paths) path += Unescaped(part);
      continue;
    }
    std::vector<std::string> longer;
    for (const std::string& path : paths) {
      TFPROF_RETURN_IF_ERROR(
          AddMatches(path, part, end < pattern.size(), longer));
    }
    paths = std::move(longer);
  }
  std::erase_if(paths, [](const std::string& path) {
    std::error_code unknown;
    return !fs::exists(fs::symlink_status(path, unknown));
  });
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace tfprof
