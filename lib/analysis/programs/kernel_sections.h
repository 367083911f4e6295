// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "analysis/programs/kernel_rows.h"
#include "analysis/top/top.h"
#include "report/report.h"

namespace tfprof {

// Kernels by name, kernels by launch shape, and copies; sections without rows
// are left out. Sums are means of a step. Of `options` the order, the number
// of rows and the filter of kernel names count.
std::vector<Section> KernelSections(
    const std::shared_ptr<const RecordedKernels>& kernels,
    const TopOptions& options, bool for_people);

}  // namespace tfprof
