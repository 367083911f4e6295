// SPDX-License-Identifier: Apache-2.0
// How far operations are from what a device can do: float operations over the
// bytes that must move, against a peak of both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/work/work_report.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// What the device can do, as it was given: no dump names it.
struct Peaks {
  std::optional<double> flops_per_s;
  std::optional<double> bytes_per_s;
};

// A row a node, those with the most float operations first, and one of totals.
std::vector<Section> RooflineSectionsOf(WorkReport report, const Peaks& peaks,
                                        const RowFormat& format);

// Of all nodes in all steps.
struct WorkTotals {
  int64_t nodes = 0;
  int64_t known_nodes = 0;
  int64_t time_ns = 0;
  int64_t known_time_ns = 0;  // of nodes whose float operations are known
  int64_t float_ops = 0;      // of these

  // Nothing without times.
  std::optional<double> KnownTimeShare() const;
};

WorkTotals TotalsOf(const WorkReport& report);

}  // namespace tfprof
