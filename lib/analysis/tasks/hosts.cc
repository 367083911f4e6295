// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/hosts.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace tfprof {

namespace {

constexpr uint32_t kNoHost = UINT32_MAX;

// By device that has operations, its host.
void NameHosts(const StepRecords& records, StepHosts& hosts) {
  std::vector<bool> has_tasks(records.devices.size());
  for (size_t i = 0; i < records.size(); ++i) {
    if (records.IsOperation(i) && records.all_start[i] > 0) {
      has_tasks[records.device[i]] = true;
    }
  }
  std::map<std::string_view, uint32_t> rows;
  for (size_t i = 0; i < records.devices.size(); ++i) {
    if (has_tasks[i]) rows[records.strings[records.devices[i].host]] = 0;
  }
  if (rows.empty()) rows[""] = 0;
  for (auto& [name, row] : rows) {
    row = static_cast<uint32_t>(hosts.names.size());
    hosts.names.push_back(records.strings.Find(name));
  }
  for (const StepRecords::Device& device : records.devices) {
    const auto found = rows.find(records.strings[device.host]);
    hosts.of_device.push_back(found == rows.end() ? 0 : found->second);
  }
}

// Gives each line of activities to a host.
class Placer {
 public:
  Placer(const StepRecords& records, const std::vector<bool>& is_used,
         StepHosts& hosts)
      : records_(records), is_used_(is_used), hosts_(hosts) {}

  void Run() {
    CollectOperations();
    hosts_.of_line.assign(records_.line_begin.size(), kNoHost);
    gpu_of_line_.assign(records_.line_begin.size(), kNoGpu);
    for (uint32_t line = 0; line < hosts_.of_line.size(); ++line) Vote(line);
    const std::vector<uint32_t> voted = hosts_.of_line;
    FindVoted(voted);
    for (uint32_t line = 0; line < voted.size(); ++line) {
      if (voted[line] != kNoHost) continue;
      const uint32_t nearest = NearestTo(line);
      hosts_.of_line[line] = nearest == kNoHost ? 0 : voted[nearest];
    }
  }

 private:
  struct Operation {
    uint32_t gpu = 0;
    uint32_t node = 0;
    uint32_t host = 0;

    auto operator<=>(const Operation&) const = default;
  };

  void CollectOperations() {
    for (size_t i = 0; i < records_.size(); ++i) {
      const uint32_t gpu = records_.DeviceOf(i).gpu_number;
      if (!records_.IsOperation(i) || gpu == kNoGpu ||
          records_.all_start[i] <= 0) {
        continue;
      }
      operations_.push_back({gpu, records_.node[i].value,
                             hosts_.of_device[records_.device[i]]});
    }
    std::sort(operations_.begin(), operations_.end());
    operations_.erase(std::unique(operations_.begin(), operations_.end()),
                      operations_.end());
  }

  void Vote(uint32_t line) {
    const size_t begin = records_.line_begin[line];
    const size_t end = line + 1 < records_.line_begin.size()
                           ? records_.line_begin[line + 1]
                           : records_.size();
    if (begin == end || records_.IsOperation(begin) ||
        !is_used_[records_.device[begin]]) {
      return;
    }
    const uint32_t gpu = records_.DeviceOf(begin).gpu_number;
    std::map<uint32_t, uint64_t> votes;  // by host
    for (size_t i = begin; i < end; ++i) {
      if (records_.all_start[i] <= 0) continue;
      gpu_of_line_[line] = gpu;
      const Operation first{gpu, records_.node[i].value, 0};
      for (auto at = std::lower_bound(operations_.begin(), operations_.end(),
                                      first);
           at != operations_.end() && at->gpu == gpu && at->node == first.node;
           ++at) {
        ++votes[at->host];
      }
    }
    uint64_t most = 0;
    for (const auto& [host, count] : votes) {
      if (count <= most) continue;
      most = count;
      hosts_.of_line[line] = host;
    }
  }

  void FindVoted(const std::vector<uint32_t>& voted) {
    for (uint32_t line = 0; line < voted.size(); ++line) {
      if (voted[line] == kNoHost) continue;
      voted_.push_back(line);
      voted_of_gpu_[gpu_of_line_[line]].push_back(line);
    }
  }

  // The nearest of `lines`, of equals the first.
  static uint32_t Nearest(const std::vector<uint32_t>& lines, uint32_t line) {
    const auto after = std::lower_bound(lines.begin(), lines.end(), line);
    if (after == lines.begin()) return after == lines.end() ? kNoHost : *after;
    const uint32_t before = *std::prev(after);
    if (after == lines.end() || line - before <= *after - line) return before;
    return *after;
  }

  uint32_t NearestTo(uint32_t line) const {
    const auto same = voted_of_gpu_.find(gpu_of_line_[line]);
    return Nearest(same == voted_of_gpu_.end() ? voted_ : same->second, line);
  }

  const StepRecords& records_;
  const std::vector<bool>& is_used_;
  StepHosts& hosts_;
  std::vector<Operation> operations_;  // sorted, each once
  std::vector<uint32_t> gpu_of_line_;
  std::vector<uint32_t> voted_;  // lines
  std::map<uint32_t, std::vector<uint32_t>> voted_of_gpu_;
};

}  // namespace

uint32_t StepHosts::Of(const StepRecords& records, size_t record) const {
  if (names.size() == 1) return 0;
  if (of_line.empty() || records.IsOperation(record)) {
    return of_device[records.device[record]];
  }
  return of_line[records.LineOf(record)];
}

StepHosts FindHosts(const StepRecords& records,
                    const std::vector<bool>& is_used) {
  StepHosts hosts;
  NameHosts(records, hosts);
  // A recording names the hosts of its activities.
  if (hosts.names.size() > 1 && !records.is_recording) {
    Placer(records, is_used, hosts).Run();
  }
  return hosts;
}

}  // namespace tfprof
