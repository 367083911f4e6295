// SPDX-License-Identifier: Apache-2.0
// What executions and planes of devices say besides names and times.
#pragma once

#include <cstdint>

#include <tsl/robin_map.h>

#include "recorded/recorded_host.h"
#include "wire/recording/plane_tables.h"

namespace tfprof {

inline constexpr RecordedStatSet kDetailStats{
    RecordedStat::kKernelDetails, RecordedStat::kMemcpyDetails,
    RecordedStat::kMemsetDetails, RecordedStat::kName,
    RecordedStat::kProgramId,     RecordedStat::kOccupancy,
    RecordedStat::kFloatOps,      RecordedStat::kModelFloatOps,
    RecordedStat::kBytesAccessed, RecordedStat::kMemoryAccesses,
    RecordedStat::kSource,        RecordedStat::kShapeWithLayout,
    RecordedStat::kTfOp};

// Fills RecordedHost::details, each once.
class WorkDetails {
 public:
  explicit WorkDetails(RecordedHost& host) : host_(host) {}

  // The row of the details that an event has.
  uint32_t RowOf(PlaneTables& plane, const EventStats& stats);

 private:
  struct Hash {
    size_t operator()(const WorkDetail& detail) const;
  };

  RecordedHost& host_;
  tsl::robin_map<WorkDetail, uint32_t, Hash> rows_;
};

// The model, the number of cores, and the peaks that a plane tells.
DeviceFacts FactsOf(const PlaneTables& plane);

}  // namespace tfprof
