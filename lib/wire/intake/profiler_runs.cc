// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/profiler_runs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/intake/list_folder.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

struct Run {
  std::string name;
  std::string folder;
  std::vector<std::string> hosts;
};

// Adds the runs in `base`, the folder `profile` of a log folder.
void AddRuns(const std::string& base, std::vector<Run>& runs) {
  const auto listing = ListFolder(base);
  if (!listing) return;
  for (const std::string& name : listing->folders) {
    Run run{name, base + "/" + name, {}};
    const auto files = ListFolder(run.folder);
    if (!files) continue;
    for (const std::string& file : files->files) {
      if (IsXSpaceName(file)) {
        run.hosts.push_back(run.folder + "/" + file);
      }
    }
    if (!run.hosts.empty()) runs.push_back(std::move(run));
  }
}

// "2024_01_31_12_00_00", as profilers name their runs.
bool IsDate(std::string_view name) {
  constexpr size_t kYear = 4;
  return name.size() > kYear &&
         name.substr(0, kYear).find_first_not_of("0123456789") ==
             std::string_view::npos &&
         name.find_first_not_of("0123456789_-") == std::string_view::npos;
}

fs::file_time_type LastWrite(const Run& run) {
  auto last = fs::file_time_type::min();
  for (const std::string& host : run.hosts) {
    std::error_code unknown;
    const auto written = fs::last_write_time(host, unknown);
    if (!unknown) last = std::max(last, written);
  }
  return last;
}

// The newest run last; runs of one time stay in the order of their folders.
void SortByAge(std::vector<Run>& runs) {
  const bool are_dates =
      std::all_of(runs.begin(), runs.end(),
                  [](const Run& run) { return IsDate(run.name); });
  if (are_dates) {
    std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
      return NaturallyBefore(a.name, b.name);
    });
    return;
  }
  std::vector<std::pair<fs::file_time_type, size_t>> order;
  for (const Run& run : runs) order.emplace_back(LastWrite(run), order.size());
  std::sort(order.begin(), order.end());
  std::vector<Run> sorted;
  for (const auto& [time, run] : order) sorted.push_back(std::move(runs[run]));
  runs = std::move(sorted);
}

std::string NoteOn(const std::string& folder, const std::vector<Run>& runs) {
  constexpr size_t kNamed = 20;
  const auto name_of = [&](const Run& run) {
    return run.folder.substr(folder.size() + 1);
  };
  std::string others;
  for (size_t i = runs.size() - 1; i-- > 0;) {
    if (runs.size() - i > kNamed + 1) break;
    others += (others.empty() ? "" : ", ") + name_of(runs[i]);
  }
  return fmt::format(
      "{}: has {} runs; this is the newest, {}; give another "
      "by its folder: {}{}",
      Printable(folder), runs.size(), Printable(name_of(runs.back())),
      Printable(others), runs.size() > kNamed + 1 ? ", ..." : "");
}

}  // namespace

ProfilerRun FindProfilerRun(const std::string& folder) {
  std::vector<Run> runs;
  std::error_code unknown;
  const fs::path name = fs::canonical(folder, unknown).filename();
  if (name == "profile") AddRuns(folder, runs);
  if (name == "plugins") AddRuns(folder + "/profile", runs);
  AddRuns(folder + "/plugins/profile", runs);
  if (const auto listing = ListFolder(folder)) {
    for (const std::string& inner : listing->folders) {
      AddRuns(folder + "/" + inner + "/plugins/profile", runs);
    }
  }
  if (runs.empty()) return {};
  SortByAge(runs);
  ProfilerRun newest;
  if (runs.size() > 1) newest.note = NoteOn(folder, runs);
  newest.hosts = std::move(runs.back().hosts);
  return newest;
}

bool IsXSpaceName(std::string_view name) {
  return PlainName(name).ends_with(".xplane.pb");
}

bool IsEmptyMark(std::string_view name) {
  return name.ends_with(".profile-empty");
}

bool IsMadeFromXSpace(std::string_view name) {
  constexpr std::string_view kSuffixes[] = {
      ".hlo_proto.pb",     ".SSTABLE",
      ".overview_page.pb", ".input_pipeline.pb",
      ".kernel_stats.pb",  ".tensorflow_stats.pb",
      ".trace.json.gz",    ".memory_profile.json.gz"};
  return name.find(".op_stats") != std::string_view::npos ||
         std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                     [&](std::string_view suffix) {
                       // The host in front of the dot may be missing.
                       return name.ends_with(suffix) ||
                              name == suffix.substr(1);
                     });
}

bool IsNsightReport(std::string_view name) {
  return name.ends_with(".nsys-rep") || name.ends_with(".qdrep");
}

}  // namespace tfprof
