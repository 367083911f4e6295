// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/waits.h"

#include <array>

#include "support/catch.h"

namespace tfprof {

namespace {

// Step 1 waits for input for half of its time, step 2 computes.
StepTable WaitingSteps() {
  StepTable table;
  table.device_names = {"/device:cpu:0", "/device:gpu:0"};
  std::array<StepTable::Step, 2> steps;
  const auto part = [&](size_t step, StepPart of) -> int64_t& {
    return steps[step].parts_ps[static_cast<size_t>(of)];
  };
  steps[0].step = 1;
  part(0, StepPart::kWaitForInput) = 100;
  part(0, StepPart::kHostPrepare) = 50;
  part(0, StepPart::kDevice32) = 30;
  part(0, StepPart::kDevice16) = 20;
  steps[1].step = 2;
  part(1, StepPart::kDevice32) = 200;
  for (const StepTable::Step& step : steps) table.steps.push_back(step);
  return table;
}

ChosenSteps Only(int64_t step) {
  ChosenSteps chosen;
  chosen.numbers = {step};
  return chosen;
}

}  // namespace

TEST_CASE("shares are of all of the time of the steps together") {
  const RecordedShares shares = SharesOfSteps(WaitingSteps(), nullptr);
  CHECK(shares.are_known);
  CHECK(shares.has_devices);
  CHECK(shares.input == 0.25);
  CHECK(shares.launch == 0.125);
  CHECK(shares.compute == 0.625);
}

TEST_CASE("shares of chosen steps leave the others out") {
  const ChosenSteps first = Only(1);
  CHECK(SharesOfSteps(WaitingSteps(), &first).input == 0.5);
  CHECK(SharesOfSteps(WaitingSteps(), &first).compute == 0.25);
  const ChosenSteps none = Only(7);
  CHECK_FALSE(SharesOfSteps(WaitingSteps(), &none).are_known);
}

TEST_CASE("a host alone has no devices to keep busy") {
  StepTable table = WaitingSteps();
  table.device_names = {"/device:cpu:0"};
  CHECK_FALSE(SharesOfSteps(table, nullptr).has_devices);
}

}  // namespace tfprof
