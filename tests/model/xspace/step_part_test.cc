// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_part.h"

#include <array>
#include <utility>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("times of parts are kept whatever their order") {
  std::array<int64_t, kStepParts> ps{};
  PartTimes times;
  for (const size_t part : {7u, 0u, 11u, 3u, 7u}) {
    times[part] += static_cast<int64_t>(part) + 1;
    ps[part] += static_cast<int64_t>(part) + 1;
  }
  const PartTimes same(ps);
  for (size_t part = 0; part < kStepParts; ++part) {
    CHECK(std::as_const(times)[part] == ps[part]);
    CHECK(same[part] == ps[part]);
  }
}

}  // namespace tfprof
