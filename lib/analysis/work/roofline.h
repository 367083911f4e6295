// SPDX-License-Identifier: Apache-2.0
// How close operations come to the limits of a device: float operations over
// the bytes they must move, against the peak rates of both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/work/work_report.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The peak rates of the device, as given by the user.
struct Peaks {
  std::optional<double> flops_per_s;
  std::optional<double> bytes_per_s;
};

// A row per node, most float operations first, and a row of totals.
std::vector<Section> RooflineSectionsOf(
    const std::shared_ptr<const WorkReport>& work, const Peaks& peaks,
    const RowFormat& format);

// Sums over all nodes and steps.
struct WorkTotals {
  int64_t nodes = 0;
  int64_t known_nodes = 0;
  int64_t time_ns = 0;
  int64_t known_time_ns = 0;  // of nodes whose float operations are known
  int64_t float_ops = 0;      // of these

  // Nothing if there are no times.
  std::optional<double> KnownTimeShare() const;

  void Add(const NodeWork& node);
};

WorkTotals TotalsOf(const WorkReport& report);

}  // namespace tfprof
