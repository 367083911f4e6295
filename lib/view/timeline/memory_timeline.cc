// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/memory_timeline.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/record_rules.h"

namespace tfprof {

namespace {

constexpr int64_t kLeastDistance = 100;  // between two samples, in us
constexpr size_t kMostHolders = 10;

// The nodes that hold memory, largest first, equal ones by name.
class Holders {
 public:
  void Set(NodeId node, int64_t bytes) {
    if (const auto held = bytes_.find(node.value); held != bytes_.end()) {
      ordered_.erase({-held->second, node});
      bytes_.erase(held);
    }
    if (bytes <= 0) return;
    bytes_[node.value] = bytes;
    ordered_.insert({-bytes, node});
  }

  // Lists the largest holders that fit into `bytes`, and subtracts them.
  // tfprof: one that does not fit is skipped, and smaller ones follow.
  void List(const Profile& profile, int64_t& bytes,
            Lists<ViewTimeline::Holder>& holders) const {
    size_t count = 0;
    if (bytes < 0) return holders.EndRow();
    auto next = ordered_.lower_bound({-bytes, NodeId(size_t{0})});
    while (next != ordered_.end() && count < kMostHolders) {
      const int64_t held = -next->first;
      if (held > bytes) {
        next = ordered_.lower_bound({-bytes, NodeId(size_t{0})});
        continue;
      }
      holders.Push({held, profile.NameOf(next->second)});
      ++count;
      bytes -= held;
      ++next;
    }
    holders.EndRow();
  }

 private:
  std::unordered_map<uint32_t, int64_t> bytes_;  // by NodeId, > 0
  std::set<std::pair<int64_t, NodeId>> ordered_;
};

struct Change {
  int64_t at = 0;
  NodeId node;
  int64_t bytes = 0;  // held from this time on
};

// The bytes that each node held over time: the bytes that it holds throughout,
// plus the balance of its allocations. tfprof: the former is the maximum over
// steps of the sum of its records.
std::vector<Change> ChangesOf(
    const Profile& profile,
    const std::vector<std::pair<NodeId, uint32_t>>& nodes, Holders& holders) {
  std::vector<Change> changes;
  std::vector<AllocationRecord> history;
  for (const auto& [node, run] : nodes) {
    const auto allocations = profile.records.allocations[run];
    history.assign(allocations.begin(), allocations.end());
    history.push_back(
        {0, profile.nodes.accelerator_persistent_bytes[node.value]});
    std::stable_sort(history.begin(), history.end(),
                     [](const AllocationRecord& a, const AllocationRecord& b) {
                       return a.at_us < b.at_us;
                     });
    const int64_t first = history[0].at_us;
    int64_t balance = 0;
    for (size_t i = 0; i < history.size(); ++i) {
      balance = WrapAdd(balance, history[i].bytes);
      const bool is_last_of_its_time =
          i + 1 == history.size() || history[i + 1].at_us != history[i].at_us;
      if (!is_last_of_its_time) continue;
      // tfprof: the first bytes of a node count as held before, too.
      if (history[i].at_us == first) {
        holders.Set(node, balance);
      } else {
        changes.push_back({history[i].at_us, node, balance});
      }
    }
  }
  std::stable_sort(
      changes.begin(), changes.end(),
      [](const Change& a, const Change& b) { return a.at < b.at; });
  return changes;
}

}  // namespace

void MemoryTimeline::Add(NodeId node, uint32_t run) {
  const StringId name = profile_.nodes.device[node.value];
  const auto next = static_cast<uint32_t>(devices_.size());
  const auto [row, is_new] = device_row_.try_emplace(name.value, next);
  if (is_new) {
    const std::string text(profile_.strings[name]);
    devices_.push_back({name, ClassifyDevice(text).names_cpu, {}, {}});
  }
  Device& device = devices_[row->second];
  if (device.is_cpu) return;
  device.nodes.push_back({node, run});
  const MemoryRecords& records = profile_.records.memory;
  for (size_t i = 0; i < records.CountOf(run); ++i) {
    const MemoryRecord record = records.At(run, i);
    // tfprof: a node without a GPU allocator counts as 0 bytes in use.
    if (record.at_us > 0) {
      device.in_use.push_back({record.at_us, record.bytes_in_use});
    }
  }
}

void MemoryTimeline::Sample(Device& device, ViewTimeline& timeline) const {
  // tfprof: the last of several records with one time counts.
  std::stable_sort(
      device.in_use.begin(), device.in_use.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  Holders holders;
  const std::vector<Change> changes =
      ChangesOf(profile_, device.nodes, holders);
  const auto process = static_cast<uint32_t>(timeline.processes.size()) - 2;
  auto change = changes.begin();
  ViewTimeline::Peak peak{profile_.strings[device.name], 0};
  // tfprof: times count from 0 here, so early ones are too close to it.
  int64_t last = 0;
  for (size_t i = 0; i < device.in_use.size(); ++i) {
    const auto [at, bytes] = device.in_use[i];
    if (i + 1 < device.in_use.size() && device.in_use[i + 1].first == at) {
      continue;
    }
    peak.bytes = std::max(peak.bytes, bytes);
    if (at - last < kLeastDistance) continue;
    last = at;
    for (; change != changes.end() && change->at < at; ++change) {
      holders.Set(change->node, change->bytes);
    }
    int64_t rest = bytes;
    holders.List(profile_, rest, timeline.holders);
    timeline.memory.push_back({process, at, bytes, rest});
  }
  if (ClassifyDevice(std::string(peak.device)).names_gpu) {
    timeline.peaks.push_back(peak);
  }
}

void MemoryTimeline::Finish(ViewTimeline& timeline) {
  std::sort(devices_.begin(), devices_.end(),
            [&](const Device& a, const Device& b) {
              return profile_.strings[a.name] < profile_.strings[b.name];
            });
  for (Device& device : devices_) {
    if (device.is_cpu) continue;
    const std::string name(profile_.strings[device.name]);
    const auto end = static_cast<uint32_t>(timeline.spans.size());
    timeline.processes.push_back({"mem usage on:" + name, end});
    timeline.processes.push_back(
        {"mem usage on:" + name + " allocations", end});
    Sample(device, timeline);
  }
}

}  // namespace tfprof
