// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/step_table.h"
#include "model/xspace/recording.h"

namespace tfprof {

struct StepOfHost {
  static constexpr uint32_t kWhole = UINT32_MAX;

  uint32_t host = 0;
  uint32_t row = kWhole;  // of its steps

  const Recording::Step& In(
      std::span<const std::shared_ptr<const Recording>> hosts) const {
    const Recording& recording = *hosts[host];
    return row == kWhole ? recording.whole : recording.steps[row];
  }
};

// All steps of the hosts by number, those of one number in the order of the
// hosts. A host without marked steps has one.
std::vector<StepOfHost> StepsOf(
    std::span<const std::shared_ptr<const Recording>> hosts);

// How long the steps of the hosts of a run were: each as long as its longest
// marker on the host where that took longest, busy as that host was. Without
// marked steps all is step 0.
StepTable StepTableOf(std::span<const std::shared_ptr<const Recording>> hosts);

}  // namespace tfprof
