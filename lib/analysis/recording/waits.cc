// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/waits.h"

#include <algorithm>

namespace tfprof {

RecordedShares SharesOfSteps(const StepTable& table, const ChosenSteps* steps) {
  std::array<double, kStepParts> parts{};
  double all = 0;
  for (const StepTable::Step& step : table.steps) {
    if (steps != nullptr && !steps->Contains(step.step)) continue;
    for (size_t i = 0; i < parts.size(); ++i) {
      parts[i] += static_cast<double>(step.parts_ps[i]);
      all += static_cast<double>(step.parts_ps[i]);
    }
  }
  RecordedShares shares;
  shares.are_known = all > 0;
  if (!shares.are_known) return shares;
  const auto share_of = [&](StepPart part) {
    return parts[static_cast<size_t>(part)] / all;
  };
  shares.has_devices =
      std::any_of(table.device_names.begin(), table.device_names.end(),
                  [](const std::string& name) {
                    return name.find("/device:cpu:") == std::string::npos;
                  });
  shares.input = share_of(StepPart::kWaitForInput);
  shares.launch = share_of(StepPart::kHostPrepare);
  shares.compute =
      share_of(StepPart::kDevice32) + share_of(StepPart::kDevice16);
  return shares;
}

}  // namespace tfprof
