// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/region_top.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/top/top_sum.h"
#include "analysis/waiting/region_rows.h"

namespace tfprof {

namespace {

TopSum UnknownWork(std::string name) {
  TopSum sum;
  sum.name = std::move(name);
  sum.float_ops = Count::Unknown(Count::Missing::kFormula);
  sum.bytes = Count::Unknown(Count::Missing::kFormula);
  return sum;
}

}  // namespace

Section TopOfRegions(const RecordedWaiting& waiting,
                     const TopOptions& options) {
  std::map<std::string, TopSum> sums;
  int64_t outside_ps = 0;
  for (const WaitingOfProcess& process : waiting.processes) {
    const RegionTree tree(*process.view);
    for (const DeviceWork& work : process.view->works.rows()) {
      outside_ps += work.end_ps - work.begin_ps;
    }
    for (const uint32_t row : tree.InOrder()) {
      const RegionTree::Region& region = tree[row];
      std::string path = tree.PathOf(row);
      TopSum& sum = sums.try_emplace(path, UnknownWork(path)).first->second;
      sum.self_ps += region.device_ps;
      sum.host_ps = sum.host_ps.value_or(0) + region.self_ps;
      sum.runs += static_cast<int64_t>(region.count);
      outside_ps -= region.device_ps;
    }
  }
  std::vector<TopSum> rows;
  for (auto& [path, sum] : sums) rows.push_back(std::move(sum));
  if (outside_ps > 0) {
    rows.push_back(UnknownWork("(no region)"));
    rows.back().self_ps = outside_ps;
  }
  // Regions that launch nothing stand by the host's time.
  if (options.order == TopOrder::kTime) {
    std::stable_sort(
        rows.begin(), rows.end(),
        [](const TopSum& a, const TopSum& b) { return a.host_ps > b.host_ps; });
  }
  return TopOfSums(std::move(rows), 1, options);
}

}  // namespace tfprof
