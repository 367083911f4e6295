// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/mean_float_ops.h"

#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/work_step.h"

namespace tfprof {

TEST_CASE("nodes get the mean of their executions, or 0") {
  WorkStep step;
  for (const int64_t n : {1, 3}) {
    step.Add("a", "Identity()", {{n, 5}});
    step.Add("s", "Square(a)", {{n, 5}});
  }
  step.Add("other", "Mine(a)", {{4}});
  Profile profile = TinyProfile("other Mine flops=7\ns Square\nt Square\n");
  MeanFloatOps(step.Counted()).SetIn(profile);
  CHECK(profile.nodes.float_ops == Column<int64_t>{0, 10, 0});
}

}  // namespace tfprof
