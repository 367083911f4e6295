// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/device_moments.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "analysis/waiting/owners_of.h"
#include "analysis/waiting/work_classes.h"
#include "recorded/nesting.h"

namespace tfprof {

namespace {

// The length by which works of one lane are nested: an instruction of a CPU may
// go on after its event ended.
int64_t NestedEndOf(const HostView& view, const DeviceWork& work) {
  return work.is_own_launch() ? view.host().events[work.event].end_ps
                              : work.end_ps;
}

// Own moments of all works, by work.
std::vector<Moment> OwnMomentsOf(const HostView& view) {
  const DeviceWorks& works = view.works;
  std::vector<uint32_t> by_lane(works.size());
  std::iota(by_lane.begin(), by_lane.end(), 0u);
  std::sort(by_lane.begin(), by_lane.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(works[a].lane, works[a].order) <
           std::tie(works[b].lane, works[b].order);
  });
  std::vector<Moment> moments;
  moments.reserve(works.size());
  std::vector<NestedSpan> spans;
  for (size_t first = 0; first < by_lane.size();) {
    spans.clear();
    const DeviceWork& of = works[by_lane[first]];
    const bool is_gpu = view.host().devices[of.device].kind == DeviceKind::kGpu;
    size_t end = first;
    for (; end < by_lane.size() && works[by_lane[end]].lane == of.lane; ++end) {
      const DeviceWork& work = works[by_lane[end]];
      if (is_gpu) {  // kernels do not nest
        moments.push_back({work.begin_ps, work.end_ps, by_lane[end]});
      } else {
        spans.push_back(
            {{work.begin_ps, NestedEndOf(view, work)}, by_lane[end]});
      }
    }
    first = end;
    if (is_gpu) continue;
    Nest(spans);
    ForEachOwnMoment(
        spans, [&](size_t i) { return works[spans[i].id].end_ps; },
        [&](size_t i, const TimeSpan& span) {
          moments.push_back({span.begin_ps, span.end_ps, spans[i].id});
        });
  }
  std::sort(
      moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
        return std::tie(a.begin_ps, a.work) < std::tie(b.begin_ps, b.work);
      });
  return moments;
}

// Gives each moment to one of the works that run in it: of the highest class,
// then to the latest begun, then to the one that ends first. `moments` are in
// order of begin.
std::vector<Moment> MomentOwnersOf(const DeviceWorks& works,
                                   const std::vector<Moment>& moments) {
  const auto key = [&](const Moment& moment) {
    const DeviceWork& work = works[moment.work];
    return std::tuple(TimeClassOf(work), -work.begin_ps, work.end_ps,
                      work.order, moment.end_ps);
  };
  std::vector<Moment> owners = OwnersOf(
      moments,
      [&](const Moment& a, const Moment& b) { return key(b) < key(a); });
  size_t kept = 0;
  for (const Moment piece : owners) {
    const bool goes_on = kept > 0 && owners[kept - 1].work == piece.work &&
                         owners[kept - 1].end_ps == piece.begin_ps;
    if (goes_on) {
      owners[kept - 1].end_ps = piece.end_ps;
    } else {
      owners[kept++] = piece;
    }
  }
  owners.resize(kept);
  owners.shrink_to_fit();
  return owners;
}

// The union of the moments of which `is_in` is true. It shares the spans of
// `like` if they are equal, as those of a device that only computes are.
template <typename IsIn>
TimeUnion UnionOf(const std::vector<Moment>& moments, const TimeUnion& like,
                  IsIn is_in) {
  std::vector<TimeSpan> spans;
  spans.reserve(moments.size());
  for (const Moment& moment : moments) {
    if (is_in(moment)) spans.push_back({moment.begin_ps, moment.end_ps});
  }
  TimeUnion result(std::move(spans));
  result.ShareIfEqual(like);
  return result;
}

TimeUnion CommonOf(const TimeUnion& a, const TimeUnion& b) {
  std::vector<TimeSpan> spans;
  auto left = a.spans().begin();
  auto right = b.spans().begin();
  while (left != a.spans().end() && right != b.spans().end()) {
    spans.push_back({std::max(left->begin_ps, right->begin_ps),
                     std::min(left->end_ps, right->end_ps)});
    if (left->end_ps < right->end_ps) {
      ++left;
    } else {
      ++right;
    }
  }
  return TimeUnion(std::move(spans));
}

class DeviceMomentsMaker {
 public:
  explicit DeviceMomentsMaker(const HostView& view) : view_(view) {}

  // Completes a row that has its name and works from the own moments of them.
  void Complete(const std::vector<Moment>& own, DeviceMoments& row) const {
    const DeviceWorks& works = view_.works;
    row.owners = Shared(MomentOwnersOf(works, own));
    row.occupied = UnionOf(*row.owners, works.occupied(),
                           [](const Moment&) { return true; });
    for (size_t i = 0; i < kMomentClassCount; ++i) {
      row.classes[i] = UnionOf(*row.owners, row.occupied,
                               [&](const Moment& of) {
                                 return TimeClassOf(works[of.work]) == i;
                               });
    }
    row.busy = UnionOf(own, row.occupied, [&](const Moment& of) {
      const uint32_t work = works[of.work].row;
      return work == kNoRow || !view_.host().work[work].is_wait;
    });
    row.compute = UnionOf(own, row.occupied, [&](const Moment& of) {
      return works[of.work].work_class == WorkClass::kCompute;
    });
    AddInFlight(row);
  }

  void AddInFlight(DeviceMoments& row) const {
    row.collectives = InFlight(row, WorkClass::kCollective);
    row.copies = InFlight(row, WorkClass::kCopy);
  }

 private:
  TimeInFlight InFlight(const DeviceMoments& row, WorkClass of) const {
    std::vector<TimeSpan> spans;
    for (const uint32_t work : row.works) {
      if (view_.works[work].work_class != of) continue;
      spans.push_back({view_.works[work].begin_ps, view_.works[work].end_ps});
    }
    for (const RecordedHost::AsyncWork& work : view_.host().async_work) {
      const bool is_here = row.is_all || work.device == row.device_row;
      if (!is_here || ClassOfAsync(view_.host(), work) != of) continue;
      spans.push_back({work.begin_ps, work.end_ps});
    }
    TimeInFlight flight{TimeUnion(std::move(spans)), {}};
    flight.hidden = CommonOf(flight.all, row.compute);
    return flight;
  }

  const HostView& view_;
};

}  // namespace

size_t TimeClassOf(const DeviceWork& work) {
  if (work.work_class == WorkClass::kCompute) return 0;
  if (work.work_class == WorkClass::kCollective) return 1;
  if (work.kind == "d2h") return 2;
  if (work.kind == "h2d") return 3;
  return work.kind == "d2d" ? 4 : 5;
}

std::vector<DeviceMoments> FindDeviceMoments(const HostView& view) {
  std::vector<DeviceMoments> rows;
  const DeviceWorks& works = view.works;
  if (works.empty()) return rows;
  const std::vector<Moment> own = OwnMomentsOf(view);
  const DeviceMomentsMaker maker(view);
  for (uint32_t first = 0; first < works.size();) {
    DeviceMoments& row = rows.emplace_back();
    row.device_row = works[first].device;
    row.device = view.host().devices[row.device_row].name;
    for (; first < works.size() && works[first].device == row.device_row;
         ++first) {
      row.works.push_back(first);
    }
  }
  std::vector<std::vector<Moment>> of_device(view.host().devices.size());
  if (rows.size() > 1) {
    for (const Moment& moment : own) {
      of_device[works[moment.work].device].push_back(moment);
    }
  }
  for (DeviceMoments& row : rows) {
    maker.Complete(rows.size() > 1 ? of_device[row.device_row] : own, row);
    of_device[row.device_row] = {};
  }
  std::sort(rows.begin(), rows.end(),
            [](const DeviceMoments& a, const DeviceMoments& b) {
              return a.device < b.device;
            });
  const bool is_one = rows.size() == 1;
  DeviceMoments& all =
      rows.emplace_back(is_one ? DeviceMoments(rows.front()) : DeviceMoments());
  all.is_all = true;
  all.device_row = kNoRow;
  all.device = "all";
  all.works.resize(works.size());
  std::iota(all.works.begin(), all.works.end(), 0u);
  std::sort(all.works.begin(), all.works.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(works[a].begin_ps, works[a].order) <
           std::tie(works[b].begin_ps, works[b].order);
  });
  if (is_one) {
    maker.AddInFlight(all);
  } else {
    maker.Complete(own, all);
  }
  return rows;
}

}  // namespace tfprof
