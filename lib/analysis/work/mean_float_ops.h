// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/work/work_counter.h"
#include "base/string_pool.h"
#include "model/profile.h"

namespace tfprof {

// The mean float operations of one execution of each node, for a profile that
// is still to be made.
class MeanFloatOps {
 public:
  // Drains the counter.
  explicit MeanFloatOps(WorkCounter& counter);

  // Sets those of all nodes; 0 if they are not known or the node did not run.
  void SetIn(Profile& profile) const;

 private:
  StringPool names_;  // of nodes with float operations
  std::vector<int64_t> of_name_;
};

}  // namespace tfprof
