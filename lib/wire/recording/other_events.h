// SPDX-License-Identifier: Apache-2.0
// Lines of a plane that no rule reads, for timelines.
#pragma once

#include <cstdint>
#include <vector>

#include "recorded/recorded_host.h"
#include "wire/recording/plane_tables.h"
#include "wire/recording/space_clock.h"

namespace tfprof {

class OtherEventsReader {
 public:
  // `device`: the plane's row of RecordedHost::devices, or kNoRow.
  OtherEventsReader(RecordedHost& host, PlaneTables& plane, uint32_t device,
                    const SpaceClock& clock);

  // Appends a row for each event of a line to RecordedHost::other_events; one
  // with a time that no run has ends before it begins. Throws
  // protozero::exception on damage; at() of the plane then is where.
  void Read(const FileLine& line);

 private:
  RecordedHost& host_;
  PlaneTables& plane_;
  const SpaceClock clock_;
  bool has_own_clock_ = false;  // events of a TPU say when they ran on it
  int64_t moved_ps_ = 0;
  std::vector<StringId> name_of_meta_;
};

}  // namespace tfprof
