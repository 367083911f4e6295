// SPDX-License-Identifier: Apache-2.0
// What a run's steps say beside their times.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/gate/evidence.h"
#include "analysis/memory/live_memory.h"
#include "model/profile.h"
#include "model/step_records.h"
#include "model/step_table.h"

namespace tfprof {

// By node, the devices that it ran on in any step, without hosts: "CPU:0".
using Placement = std::map<std::string, std::set<std::string>>;

void AddPlacement(const StepRecords& records, Placement& placement);

// Nodes that ran on both sides, on other devices. What did not run on a side
// is on none.
std::vector<MovedNode> MovedNodes(const Placement& before,
                                  const Placement& after);

// "CPU 1, GPU 2", "2 hosts: CPU 2": the devices that have records in steps.
std::string DevicesOf(const StepTable& table,
                      const std::vector<int64_t>& steps);

using Feeds = std::map<std::string, std::set<std::string>>;

// Shapes of placeholders: of the graph where they are known in full, and of
// what records say that they put out.
void AddFeeds(const Profile& profile, Feeds& feeds);
void AddFeeds(const StepRecords& records, Feeds& feeds);

// The most that an allocator held in a step.
struct StepPeak {
  double of_step = 0;            // of what the step allocated
  std::optional<double> of_all;  // with what was held before, if that is known
};

// By allocator, after its host where there are several.
std::map<std::string, StepPeak> PeaksOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory);

}  // namespace tfprof
