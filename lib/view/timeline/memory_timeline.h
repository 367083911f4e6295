// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/profile.h"
#include "view/timeline/view_timeline.h"

namespace tfprof {

// The memory of accelerators' allocators during a step, by node.
class MemoryTimeline {
 public:
  explicit MemoryTimeline(const Profile& profile) : profile_(profile) {}

  // Adds the records of `run`, an execution row of `node`. REQUIRES: the node
  // has a canonical device and was not added before.
  void Add(NodeId node, uint32_t run);

  // Adds two processes for each accelerator, their samples and peaks.
  void Finish(ViewTimeline& timeline);

 private:
  struct Device {
    StringId name;
    bool is_cpu = false;  // memory of CPUs is not shown
    std::vector<std::pair<int64_t, int64_t>> in_use;  // time, bytes
    std::vector<std::pair<NodeId, uint32_t>> nodes;   // with their runs
  };

  void Sample(Device& device, ViewTimeline& timeline) const;

  const Profile& profile_;
  std::unordered_map<uint32_t, uint32_t> device_row_;  // by StringId
  std::vector<Device> devices_;
};

}  // namespace tfprof
