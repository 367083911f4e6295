// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/step_records.h"

namespace tfprof {

// The hosts of a step, in order of names, and whose each record is.
struct StepHosts {
  std::vector<StringId> names;
  std::vector<uint32_t> of_device;  // a row of `names`
  std::vector<uint32_t> of_line;    // of activities, by StepRecords::LineOf

  uint32_t Of(const StepRecords& records, size_t record) const;
};

// Operations name their host. Activities name a GPU only: those of a line of the
// file belong to the host that has the most of their operations on a GPU of
// that number, of equals to the first; without such operations to the host of
// the nearest line about a GPU of that number. `is_used`: by device.
StepHosts FindHosts(const StepRecords& records,
                    const std::vector<bool>& is_used);

}  // namespace tfprof
