// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_path.h"

#include <vector>

#include "support/catch.h"
#include "support/path_capture.h"

namespace tfprof {

TEST_CASE("the median step is the shorter of two, then the earlier") {
  const auto capture = PathCapture();
  REQUIRE(capture->steps.size() == 3);
  CHECK(MedianStepOf(*capture, {0, 1, 2}) == 1);
  CHECK(MedianStepOf(*capture, {1, 2}) == 1);
  CHECK(MedianStepOf(*capture, {0, 1}) == 0);
  CHECK(MedianStepOf(*capture, {2}) == 2);
}

TEST_CASE("each chosen step has sums, and the median its pieces") {
  const auto path = PathOf(PathCapture(), {0, 2});
  REQUIRE(path->steps.size() == 2);
  CHECK(path->median == 0);
  for (const ChainOfStep& chain : path->steps) {
    CHECK(chain.sums.work_ps == 60 * kUs);
    CHECK(chain.sums.occupied_ps == 60 * kUs);
    CHECK(chain.sums.hidden_work_ps == 0);
    CHECK(chain.sums.Of(WaitReason::kHostRead) == 10 * kUs);
    CHECK(chain.sums.Of(WaitReason::kQueued) == 2 * kUs);
  }
  CHECK(path->steps[0].sums.Of(WaitReason::kUnknown) == 18 * kUs);
  CHECK(path->steps[1].sums.Of(WaitReason::kUnknown) == 118 * kUs);
  CHECK(path->MedianOf(0) == &path->steps[0]);
  CHECK(path->pieces[0].size() == path->steps[0].sums.pieces);
}

TEST_CASE(
    "parts of a chain are its pieces by kind and name, the longest first") {
  const auto path = PathOf(PathCapture(), {0});
  const std::vector<ChainPart> parts = path->PartsOf(0);
  REQUIRE(parts.size() == 5);
  CHECK(parts[0].Kind() == "work");
  CHECK(parts[0].name == "gemm");
  CHECK(parts[0].path_ps == 60 * kUs);
  CHECK(parts[1].Kind() == "unknown");
  CHECK(parts[1].times == 2);
  int64_t sum_ps = 0;
  for (const ChainPart& part : parts) sum_ps += part.path_ps;
  CHECK(sum_ps == 100 * kUs);
}

TEST_CASE("a recording without works has no paths") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  const auto capture = WaitingCapture(maker);
  REQUIRE(capture->steps.size() == 1);
  const auto path = PathOf(capture, {0});
  CHECK(path->steps.empty());
  CHECK(path->MedianOf(0) == nullptr);
}

}  // namespace tfprof
