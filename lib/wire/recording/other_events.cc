// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/other_events.h"

#include "model/xspace/recorded_stat.h"
#include "recorded/work_parts.h"

namespace tfprof {

OtherEventsReader::OtherEventsReader(RecordedHost& host, PlaneTables& plane,
                                     uint32_t device, const SpaceClock& clock)
    : host_(host),
      plane_(plane),
      clock_(clock),
      name_of_meta_(plane.metas().size()) {
  if (device == kNoRow) return;
  has_own_clock_ = host.devices[device].kind == DeviceKind::kTpu;
  moved_ps_ = host.devices[device].clock_moved_ps;
}

void OtherEventsReader::Read(const FileLine& line) {
  RecordedStatSet wanted;
  if (has_own_clock_) {
    wanted = RecordedStatSet(RecordedStat::kDeviceOffset,
                             RecordedStat::kDeviceDuration);
  }
  FileEvent event;
  plane_.ForEachEvent(line, wanted, event, [&](const FileEvent& it) {
    int64_t begin_ps = clock_.BeginPs(line.timestamp_ns, it.offset_ps);
    int64_t duration_ps = it.duration_ps;
    if (it.stats.HasNumber(RecordedStat::kDeviceOffset) &&
        it.stats.HasNumber(RecordedStat::kDeviceDuration)) {
      begin_ps = it.stats.Number(RecordedStat::kDeviceOffset);
      duration_ps = it.stats.Number(RecordedStat::kDeviceDuration);
    }
    if (!IsPossibleTime(begin_ps, duration_ps)) {
      // Readers count on as many rows as the line has events.
      host_.other_events.push_back({0, -1, {}});
      return;
    }
    StringId& name = name_of_meta_[it.meta];
    if (!name.valid()) {
      name = host_.strings.Intern(plane_.metas()[it.meta].name);
    }
    host_.other_events.push_back(
        {begin_ps + moved_ps_, begin_ps + moved_ps_ + duration_ps, name});
  });
}

}  // namespace tfprof
