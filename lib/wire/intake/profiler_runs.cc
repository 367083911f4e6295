// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/profiler_runs.h"

#include <algorithm>

#include "wire/intake/list_folder.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

namespace {

struct Run {
  std::string folder;
  std::vector<std::string> hosts;
};

// Adds the runs in `folder`/plugins/profile.
void AddRuns(const std::string& folder, std::vector<Run>& runs) {
  const std::string base = folder + "/plugins/profile";
  const auto listing = ListFolder(base);
  if (!listing) return;
  for (const std::string& name : listing->folders) {
    Run run{base + "/" + name, {}};
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

}  // namespace

Result<std::vector<std::string>> FindProfilerRun(const std::string& folder) {
  std::vector<Run> runs;
  AddRuns(folder, runs);
  if (const auto listing = ListFolder(folder)) {
    for (const std::string& name : listing->folders) {
      AddRuns(folder + "/" + name, runs);
    }
  }
  if (runs.empty()) return std::vector<std::string>();
  if (runs.size() == 1) return std::move(runs[0].hosts);
  constexpr size_t kNamed = 20;
  std::string names;
  for (size_t i = 0; i < std::min(runs.size(), kNamed); ++i) {
    names += (i == 0 ? "" : ", ") + runs[i].folder.substr(folder.size() + 1);
  }
  return Fail(ErrorCode::kCorrupt,
              "{}: {} runs in plugins/profile: {}{}; name one", folder,
              runs.size(), names, runs.size() > kNamed ? ", ..." : "");
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
         std::any_of(
             std::begin(kSuffixes), std::end(kSuffixes),
             [&](std::string_view suffix) { return name.ends_with(suffix); });
}

}  // namespace tfprof
