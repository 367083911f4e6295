// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/hlo_dumps.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr std::string_view kBefore = ".before_optimizations.hlo.pb";
constexpr std::string_view kAfter = "after_optimizations.hlo.pb";
constexpr size_t kMostNamed = 5;

}  // namespace

void KeepCompiledPrograms(std::vector<FoundFile>& graphs,
                          std::vector<FoundFile>& ignored) {
  // "FOLDER/module_0002.jit_f." of each optimized program, and the text up to
  // the last dot: "sm_8.0_gpu_".
  std::vector<std::string_view> compiled;
  for (const FoundFile& file : graphs) {
    if (file.path.ends_with(kAfter)) compiled.emplace_back(file.path);
  }
  std::sort(compiled.begin(), compiled.end());
  const auto is_older = [&](const FoundFile& file) {
    if (!file.path.ends_with(kBefore)) return false;
    const std::string program =
        file.path.substr(0, file.path.size() - kBefore.size()) + '.';
    const auto found =
        std::lower_bound(compiled.begin(), compiled.end(), program);
    return found != compiled.end() && found->starts_with(program);
  };
  const auto older = std::stable_partition(
      graphs.begin(), graphs.end(),
      [&](const FoundFile& file) { return !is_older(file); });
  for (auto file = older; file != graphs.end(); ++file) {
    ignored.push_back({file->path});
  }
  graphs.erase(older, graphs.end());
}

bool AreHloDumps(const std::vector<FoundFile>& files) {
  return std::all_of(files.begin(), files.end(), [](const FoundFile& file) {
    return file.path.ends_with(".hlo.pb");
  });
}

Failure AskForProgram(std::vector<FoundFile> files) {
  std::vector<std::pair<uintmax_t, std::string>> by_size;
  for (FoundFile& file : files) {
    std::error_code unknown;
    const uintmax_t size = std::filesystem::file_size(file.path, unknown);
    by_size.emplace_back(unknown ? 0 : size, std::move(file.path));
  }
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string names;
  for (size_t i = 0; i < std::min(by_size.size(), kMostNamed); ++i) {
    names += (i == 0 ? "" : ", ") + by_size[i].second;
  }
  if (by_size.size() > kMostNamed) {
    names += fmt::format(" and {} more", by_size.size() - kMostNamed);
  }
  return Fail(ErrorCode::kCorrupt,
              "{} programs of XLA, the largest first: {}; give one by "
              "--graph_path",
              by_size.size(), names);
}

}  // namespace tfprof
