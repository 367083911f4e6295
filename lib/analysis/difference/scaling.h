// SPDX-License-Identifier: Apache-2.0
// Two runs with different numbers of devices: how well the work scales.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/difference/difference.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

struct Scaling {
  // Sums over processes.
  struct Side {
    int64_t devices = 0;
    double length_ps = 0;   // of the mean step; the longest of all processes
    double work_ps = 0;     // compute of a device in the mean step
    double exposed_ps = 0;  // collectives in the mean step
  };

  Side before;
  Side after;

  // If all devices together do the same work as before.
  double FixedTotal() const {
    return before.length_ps * static_cast<double>(before.devices) /
           (after.length_ps * static_cast<double>(after.devices));
  }

  // If each device does the same work as before.
  double FixedEach() const { return before.length_ps / after.length_ps; }
};

// Nothing if both sides have as many devices, or if a side has no steps.
std::optional<Scaling> ScalingOf(const Difference& difference);

// `scaling`.
Section ScalingSection(const Scaling& scaling, const RowFormat& format);

}  // namespace tfprof
