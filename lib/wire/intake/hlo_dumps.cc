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

constexpr std::string_view kProgram = ".hlo.pb";
constexpr std::string_view kAfter = "after_optimizations.hlo.pb";
constexpr size_t kMostNamed = 5;

// "FOLDER/module_0002.jit_f." of a program before XLA's optimizations, or in
// the midst of them: "module_0002.jit_f.0007.simplification.after_cse.hlo.pb".
// Empty for others.
std::string NameBeforeStage(std::string_view path) {
  if (!path.ends_with(kProgram) || path.ends_with(kAfter)) return {};
  path.remove_suffix(kProgram.size());
  constexpr std::string_view kBefore = "before_optimizations";
  if (path.ends_with(kBefore)) {
    path.remove_suffix(kBefore.size());
    return path.ends_with('.') ? std::string(path) : std::string();
  }
  // The number of the pass, of four digits or more.
  const size_t name = path.rfind('/') + 1;  // npos + 1 is 0
  for (size_t dot = path.find('.', name); dot != std::string_view::npos;) {
    const size_t next = path.find('.', dot + 1);
    if (next == std::string_view::npos) break;
    const std::string_view part = path.substr(dot + 1, next - dot - 1);
    const bool is_number =
        part.size() >= 4 &&
        part.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number) return std::string(path.substr(0, dot + 1));
    dot = next;
  }
  return {};
}

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
    const std::string program = NameBeforeStage(file.path);
    if (program.empty()) return false;
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
  std::stable_sort(
      by_size.begin(), by_size.end(),
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
