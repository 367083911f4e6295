// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/collective_rows.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace tfprof {

namespace {

// How long each work waited for the last of its kind; by work, nothing for
// those that met no other.
std::vector<std::optional<int64_t>> SkewsOf(const DeviceWorks& works) {
  std::vector<std::optional<int64_t>> skews(works.size());
  for (uint32_t work = 0; work < works.size(); ++work) {
    const uint32_t last = works.LastArrivalOf(work);
    if (last == kNoRow) continue;
    skews[work] = works[last].begin_ps - works[work].begin_ps;
    skews[last] = 0;
  }
  return skews;
}

}  // namespace

std::vector<CollectiveRow> CollectivesOf(
    const HostView& view, const std::vector<DeviceMoments>& devices) {
  const DeviceWorks& works = view.works;
  const std::vector<std::optional<int64_t>> skews = SkewsOf(works);
  std::vector<CollectiveRow> all;
  for (const DeviceMoments& device : devices) {
    if (device.is_all) continue;
    std::map<std::pair<std::string_view, std::string_view>, CollectiveRow> rows;
    for (const uint32_t work : device.works) {
      const DeviceWork& it = works[work];
      if (it.work_class != WorkClass::kCollective) continue;
      CollectiveRow& row = rows[{it.kind, it.name}];
      row.device = device.device_row;
      row.kind = it.kind;
      row.name = it.name;
      ++row.times;
      row.length_ps += it.end_ps - it.begin_ps;
      row.hidden_ps += device.compute.LengthPsIn(it.begin_ps, it.end_ps);
      if (skews[work]) row.skew_ps = row.skew_ps.value_or(0) + *skews[work];
    }
    const auto first = static_cast<ptrdiff_t>(all.size());
    for (const auto& [key, row] : rows) all.push_back(row);
    std::stable_sort(all.begin() + first, all.end(),
                     [](const CollectiveRow& a, const CollectiveRow& b) {
                       return a.length_ps > b.length_ps;
                     });
  }
  return all;
}

}  // namespace tfprof
