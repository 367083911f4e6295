// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/run_records_sink.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/path/step_path.h"

namespace tfprof {

namespace {

// The time in us of nodes on the critical path of the slowest host, without
// nodes below a thousandth of it.
std::map<std::string, double> NodesOnPath(const StepRecords& records) {
  constexpr int64_t kLeastPart = 1000;
  std::map<std::string, double> nodes;
  const Result<std::vector<StepTasks>> hosts = DividedTasksByHost(records);
  if (!hosts || hosts->empty()) return nodes;
  std::vector<StepPath> paths;
  for (const StepTasks& tasks : *hosts) paths.push_back(FindPath(tasks, false));
  const auto slowest = std::max_element(
      paths.begin(), paths.end(), [](const StepPath& a, const StepPath& b) {
        return a.wall_ns < b.wall_ns;
      });
  for (const PathShare& share :
       SharesOf(*slowest, PathKey::kNode, CodeLines())) {
    if (share.path_ns * kLeastPart < slowest->wall_ns) break;
    nodes[std::string(share.name)] = static_cast<double>(share.path_ns) / 1000;
  }
  return nodes;
}

}  // namespace

void RunRecordsSink::Renew() {
  step_ = std::make_unique<StepRecordSink>(
      LoadSpec{.memory = true,
               .shapes = true,
               .inputs_beside_allocations = placement_ != nullptr});
}

void RunRecordsSink::EndStep() {
  const std::optional<StepRecords> records = step_->Finish();
  if (records) {
    AddFeeds(*records, open_.run.feeds.Own());
    if (placement_ != nullptr) AddPlacement(*records, *placement_);
    constexpr size_t kMostPaths = 8;
    if (placement_ != nullptr && open_.path_us.size() < kMostPaths) {
      open_.path_us[records->step] = NodesOnPath(*records);
    }
    if (auto memory = MemoryPeaks(*records)) {
      open_.peaks[records->step] = PeaksOf(*records, *memory);
    }
  }
  Renew();
}

}  // namespace tfprof
