// SPDX-License-Identifier: Apache-2.0
// The most expensive operations, types of operations or devices of recordings,
// from what ran.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "analysis/top/top.h"
#include "model/profile.h"
#include "recorded/capture.h"

namespace tfprof {

// The facts about a node that only a profile of the same steps has.
class NodeExtras {
 public:
  explicit NodeExtras(const Profile& profile,
                      const std::vector<int64_t>& steps);

  // Requested in all steps together. 0 after the first call with a name, whose
  // rows may be several.
  int64_t TakeBytes(std::string_view name);

  // Of one execution; 0: not known.
  int64_t FloatOps(std::string_view name) const;

 private:
  const Profile& profile_;
  std::vector<int64_t> bytes_;  // by NodeId
};

// Means of a step over `steps`, rows of Capture::steps. `for_people` leaves out
// what only programs read. Of instructions float operations and bytes are those
// of `work`, which is of the same steps; null: it is not known. REQUIRES:
// options.by is op, name or device.
Section RecordedTopOf(const Capture& capture,
                      const std::vector<uint32_t>& steps,
                      const TopOptions& options, NodeExtras extras,
                      bool for_people,
                      const RecordedInstructions* work = nullptr);

}  // namespace tfprof
