// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/checkpoint_files.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file_id.h"
#include "base/folder.h"
#include "base/strings.h"
#include "wire/glob_paths.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPacked = ".gz";
constexpr std::string_view kWhole[] = {"", ".index", ".meta"};
// The text before "00000-of-00002" in names of data files, and of tables of
// version 1.
constexpr std::string_view kBeforeShard[] = {".data-", "-"};

std::string_view Unpacked(std::string_view name) {
  if (name.ends_with(kPacked)) name.remove_suffix(kPacked.size());
  return name;
}

bool IsShard(std::string_view rest) {
  for (const std::string_view before : kBeforeShard) {
    if (!rest.starts_with(before)) continue;
    const std::string_view shard = rest.substr(before.size());
    const size_t of = shard.find("-of-");
    if (of != std::string_view::npos && IsNumber(shard.substr(0, of)) &&
        IsNumber(shard.substr(of + 4))) {
      return true;
    }
  }
  return false;
}

// True if `rest` can follow the prefix in the name of a checkpoint's file.
bool IsOfCheckpoint(std::string_view rest) {
  rest = Unpacked(rest);
  for (const std::string_view whole : kWhole) {
    if (rest == whole) return true;
  }
  return IsShard(rest);
}

void AddIfThere(const std::string& path, std::vector<std::string>& files) {
  for (const std::string& file : {path, path + std::string(kPacked)}) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) files.push_back(file);
  }
}

// Used if the folder cannot be listed: tries possible names. Checkpoints have
// at most one file for each machine that holds parameters.
void TryNames(const std::string& prefix, std::vector<std::string>& files) {
  constexpr int kMostShards = 1000;
  for (const std::string_view whole : kWhole) {
    AddIfThere(prefix + std::string(whole), files);
  }
  for (const std::string_view before : kBeforeShard) {
    for (int count = 1; count <= kMostShards; ++count) {
      const auto add = [&](int shard) {
        AddIfThere(
            fmt::format("{}{}{:05}-of-{:05}", prefix, before, shard, count),
            files);
      };
      const size_t known = files.size();
      add(0);
      if (count > 1) add(count - 1);
      if (files.size() == known) continue;
      for (int shard = 1; shard < count - 1; ++shard) add(shard);
    }
  }
}

}  // namespace

std::optional<std::string> CheckpointPrefixOf(const std::string& file) {
  const std::string_view plain = Unpacked(file);
  for (size_t at = plain.rfind('/') + 1; at < plain.size(); ++at) {
    const std::string_view rest = plain.substr(at);
    if (rest == ".index" || IsShard(rest)) {
      return std::string(plain.substr(0, at));
    }
  }
  std::vector<std::string> index;
  AddIfThere(std::string(plain) + ".index", index);
  if (index.empty()) return std::nullopt;
  return std::string(plain);
}

std::vector<std::string> FilesOfCheckpoint(const std::string& prefix) {
  std::vector<std::string> files;
  const fs::path folder = fs::path(prefix).parent_path();
  const std::string start = fs::path(prefix).filename().string();
  const auto entries = EntriesIn(folder.empty() ? "." : folder.string());
  if (!entries) TryNames(prefix, files);
  if (entries) {
    for (const FolderEntry& entry : *entries) {
      const std::string_view name = entry.name;
      if (name.starts_with(start) &&
          IsOfCheckpoint(name.substr(start.size()))) {
        files.push_back((folder / entry.name).string());
      }
    }
  }
  if (!files.empty() || prefix.find_first_of("*?[") == std::string::npos) {
    return files;
  }
  auto matches = GlobPaths(prefix);
  return matches ? *std::move(matches) : files;
}

Status CheckNoneIsStream(const std::string& prefix) {
  for (const std::string& file : FilesOfCheckpoint(prefix)) {
    if (!StreamIdOf(file)) continue;
    return Fail(ErrorCode::kCorrupt,
                "{}: is not a file, and a checkpoint cannot be read from pipes "
                "and devices, since it is read in any order",
                file);
  }
  return {};
}

}  // namespace tfprof
