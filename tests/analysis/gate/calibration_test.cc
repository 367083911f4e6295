// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/calibration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

constexpr double kUneven[] = {0.3, -0.7, 0.9, -0.2, -0.5, 0.6,
                              0.1, -0.9, 0.4, 0.8,  -0.4, -0.1};

// Twelve runs of 10 ms, `scatter` apart, that become slower by `drift` a run.
GateInput Runs(double scatter, double drift) {
  GateInputMaker maker;
  for (size_t i = 0; i < std::size(kUneven); ++i) {
    maker.Before({10'000 * (1 + scatter * kUneven[i]) *
                  std::pow(1 + drift, static_cast<double>(i))});
  }
  return maker.input();
}

}  // namespace

TEST_CASE("calibration: a machine that drifts is told by how much a run") {
  const Calibration drifts = Calibrate(Runs(0.002, 0.01), {});
  CHECK(drifts.HasEnough());
  CHECK(std::abs(drifts.drift - 0.01) < 0.001);
  CHECK(drifts.HasDrift(0.05));
  const Calibration calm = Calibrate(Runs(0.002, 0), {});
  CHECK_FALSE(calm.HasDrift(0.05));
  CHECK(std::abs(calm.drift) < 0.0005);
  // Drift that is told apart makes no neighbours alike.
  CHECK_FALSE(drifts.IsCorrelated(0.05));
}

TEST_CASE("calibration: runs are ordered by their dates, if all have one") {
  GateInput input = Runs(0, 0.01);
  std::reverse(input.baseline.begin(), input.baseline.end());
  CHECK(Calibrate(input, {}).drift < 0);
  int64_t start = 1'700'000'000'000'000;
  for (GateRun& run : input.baseline) run.start_us = start--;
  CHECK(Calibrate(input, {}).drift > 0);
  input.baseline[4].start_us = 7;
  CHECK(Calibrate(input, {}).drift < 0);
}

TEST_CASE("calibration: slow and fast spells are correlation, not drift") {
  GateInputMaker maker;
  for (int i = 0; i < 24; ++i) {
    maker.Before({10'000 * (1 + 0.02 * ((i / 4) % 2)) + (i * 7) % 5});
  }
  const Calibration spells = Calibrate(maker.input(), {});
  CHECK(spells.autocorrelation > 0.4);
  CHECK(spells.IsCorrelated(0.05));
  CHECK_FALSE(spells.HasDrift(0.01));
  CHECK_FALSE(Calibrate(Runs(0.01, 0), {}).IsCorrelated(0.05));
}

TEST_CASE("calibration: a calmer machine shows smaller slowdowns, floors permitting") {
  const auto least = [](double scatter, double min_absolute) {
    GateOptions options;
    options.floors = {.min_ratio = 1, .min_absolute = min_absolute};
    return Calibrate(Runs(scatter, 0), options).least_slowdown.value_or(-1);
  };
  CHECK(least(0.002, 0) > 0);
  CHECK(least(0.002, 0) < least(0.02, 0));
  // 1 ms of 10.
  CHECK(least(0.002, 1000) > 0.1);
}

TEST_CASE("calibration: too few runs, or one without a length, tell nothing") {
  GateInput few = Runs(0.002, 0.01);
  few.baseline.resize(Calibration::kLeastRuns - 1);
  CHECK_FALSE(Calibrate(few, {}).HasEnough());
  CHECK(Calibrate(few, {}).drift == 0);
  GateInput unknown = Runs(0.002, 0.01);
  unknown.baseline[3].of_steps.clear();
  const Calibration calibration = Calibrate(unknown, {});
  CHECK_FALSE(calibration.has_lengths);
  CHECK_FALSE(calibration.HasEnough());
  CHECK_FALSE(calibration.least_slowdown);
}

}  // namespace tfprof
