// SPDX-License-Identifier: Apache-2.0
// Facts about a run's steps beside their times.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/gate/placement.h"
#include "analysis/memory/live_memory.h"
#include "model/profile.h"
#include "model/step_records.h"
#include "model/step_table.h"

namespace tfprof {

void AddPlacement(const StepRecords& records, Placement& placement);

// "CPU 1, GPU 2", "2 hosts: CPU 2": the devices with records in `steps`.
std::string DevicesOf(const StepTable& table,
                      const std::vector<int64_t>& steps);

using Feeds = std::map<std::string, std::set<std::string>>;

// Adds shapes of placeholders: those that the graph knows in full, and those of
// outputs in records.
void AddFeeds(const Profile& profile, Feeds& feeds);
void AddFeeds(const StepRecords& records, Feeds& feeds);

// The peak of an allocator in a step.
struct StepPeak {
  double of_step = 0;            // bytes that the step allocated
  std::optional<double> of_all;  // with those held before, if known
};

// By allocator, prefixed by its host if there are several hosts.
std::map<std::string, StepPeak> PeaksOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory);

}  // namespace tfprof
