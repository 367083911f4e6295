// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recording.h"

#include <string>

#include "support/catch.h"

using tfprof::Recording;

namespace {

std::string NameOfStep(const Recording& recording, int64_t number) {
  Recording::Step step;
  step.number = number;
  return recording.NameOf(step);
}

}  // namespace

TEST_CASE("Steps are called by their names, or else by their numbers") {
  Recording recording;
  CHECK(NameOfStep(recording, 3) == "3");
  recording.NameStep(3, "");
  recording.NameStep(4, "train");
  recording.NameStep(5, "train");
  recording.NameStep(7, "");
  recording.NameStep(8, "train");
  recording.NameStep(9, "test");
  CHECK(NameOfStep(recording, 3) == "3");
  CHECK(NameOfStep(recording, 4) == "train");
  CHECK(NameOfStep(recording, 5) == "train");
  CHECK(NameOfStep(recording, 7) == "7");
  CHECK(NameOfStep(recording, 8) == "train");
  CHECK(NameOfStep(recording, 9) == "test");
}

TEST_CASE("A name that many steps have is kept once") {
  Recording recording;
  for (int64_t step = 0; step < 100; ++step) recording.NameStep(step, "train");
  CHECK(recording.step_names.size() == 1);
}
