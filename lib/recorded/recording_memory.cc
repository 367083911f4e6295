// SPDX-License-Identifier: Apache-2.0
// The reports of allocators, with the step of each event.
#include <algorithm>

#include "recorded/recording_maker.h"

namespace tfprof {

int64_t RecordingMaker::BeginOf(const NumberedStep& of) const {
  const HostStep& step = recorded_.steps[of.step];
  return step.marker == kNoRow ? step.begin_ps
                               : host_.events[step.marker].begin_ps;
}

// The step whose marker, or else window, has the moment; of several the last
// one to begin. `steps_` may be very many.
int64_t RecordingMaker::StepAt(int64_t at_ps) const {
  const auto after = std::partition_point(
      steps_by_begin_.begin(), steps_by_begin_.end(),
      [&](const NumberedStep& of) { return BeginOf(of) <= at_ps; });
  if (after == steps_by_begin_.begin()) return Recording::kNoStep;
  const NumberedStep& last = *std::prev(after);
  const HostStep& step = recorded_.steps[last.step];
  const int64_t end_ps =
      step.marker == kNoRow ? step.end_ps() : host_.events[step.marker].end_ps;
  return at_ps <= end_ps ? last.number : Recording::kNoStep;
}

void RecordingMaker::AddMemory() {
  steps_by_begin_ = steps_;
  std::stable_sort(steps_by_begin_.begin(), steps_by_begin_.end(),
                   [&](const NumberedStep& a, const NumberedStep& b) {
                     return BeginOf(a) < BeginOf(b);
                   });
  LineMemory memory;
  const auto text_of = [&](StringId id) -> SharedTexts::Text {
    return id.valid() ? memory.texts.At(host_.strings[id]) : &kNoText;
  };
  for (const RecordedHost::MemoryRecord& record : host_.memory) {
    MemoryEvent event;
    event.is_allocation = record.is_allocation;
    event.offset_ps = host_.events[record.event].begin_ps;
    event.step = StepAt(event.offset_ps);
    event.reserved_bytes = record.reserved_bytes;
    event.allocated_bytes = record.allocated_bytes;
    event.available_bytes = record.available_bytes;
    event.lifetime_peak_bytes = record.lifetime_peak_bytes;
    event.fragmentation = record.fragmentation;
    event.requested_bytes = record.requested_bytes;
    event.bytes = record.bytes;
    event.address = record.address;
    event.dtype = record.dtype;
    event.op = text_of(record.op);
    event.region = text_of(record.region);
    event.shape = text_of(record.shape);
    event.allocator = text_of(record.allocator);
    memory.events.Push(event);
  }
  recording_.allocators = SummarizeAllocators(std::move(memory));
}

}  // namespace tfprof
