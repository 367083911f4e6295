// SPDX-License-Identifier: Apache-2.0
// Rows of `top` that are added up elsewhere: programs, categories, regions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/top/top.h"
#include "analysis/work/count.h"
#include "report/report.h"

namespace tfprof {

struct TopSum {
  std::string name;
  int64_t self_ps = 0;
  int64_t runs = 0;
  Count float_ops = 0;
  Count bytes = 0;
  std::optional<int64_t> host_ps = {};  // of a region: the host's own time
};

// Ranks rows, which are in order of names, as means over `steps`. The column
// `host` is shown of regions.
Section TopOfSums(std::vector<TopSum> rows, int64_t steps,
                  const TopOptions& options);

}  // namespace tfprof
