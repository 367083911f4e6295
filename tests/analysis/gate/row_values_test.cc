// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/row_values.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("medians: each value is read as it was set") {
  const std::vector<double> halves = {0, 0.5, 3, 2147483647.5};
  MedianColumn medians(halves);
  CHECK(medians.size() == 4);
  CHECK(medians[3] == 2147483647.5);
  CHECK(medians[4] == 0);
  const MedianColumn same = medians;
  for (const double other : {-1.0, 0.25, 2147483648.0, 1e300}) {
    medians.Set(5, other);
    CHECK(medians.size() == 6);
    CHECK(medians[5] == other);
    for (size_t row = 0; row < halves.size(); ++row) {
      CHECK(medians[row] == halves[row]);
    }
    CHECK_FALSE(medians == same);
  }
  CHECK(MedianColumn({7, 0.1}) == MedianColumn({7, 0.1}));
  CHECK_FALSE(MedianColumn({7, 0.1}) == MedianColumn({7}));
}

}  // namespace tfprof
