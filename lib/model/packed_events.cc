// SPDX-License-Identifier: Apache-2.0
#include "model/packed_events.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tfprof {

PackedEvents::PackedEvents(Trace trace) : rest_(std::move(trace)) {
  count_ = rest_.size();
  uint64_t start = 0;
  for (size_t i = 0; i < count_; ++i) {
    numbers_.Push(rest_.name[i].value);
    const auto begin = static_cast<uint64_t>(rest_.start[i]);
    numbers_.PushStep(start, begin);
    start = begin;
    numbers_.PushStep(0, static_cast<uint64_t>(rest_.duration[i]));
    const Trace::Event& event = rest_.events[i];
    numbers_.Push(event.start_ps);
    numbers_.Push(event.duration_ps);
    numbers_.Push(event.line);
  }
  rest_.name = std::vector<StringId>();
  rest_.start = std::vector<int64_t>();
  rest_.duration = std::vector<int64_t>();
  rest_.events = std::vector<Trace::Event>();
}

Trace PackedEvents::Unpack() {
  rest_.name.reserve(count_);
  rest_.start.reserve(count_);
  rest_.duration.reserve(count_);
  rest_.events.reserve(count_);
  PackedNumbers::Reader from(numbers_);
  const auto take = [&] { return static_cast<uint32_t>(from.Take()); };
  uint64_t start = 0;
  for (size_t i = 0; i < count_; ++i) {
    rest_.name.emplace_back(take());
    start = from.TakeStep(start);
    rest_.start.push_back(static_cast<int64_t>(start));
    rest_.duration.push_back(static_cast<int64_t>(from.TakeStep(0)));
    Trace::Event& event = rest_.events.emplace_back();
    event.start_ps = take();
    event.duration_ps = take();
    event.line = take();
  }
  numbers_ = PackedNumbers();
  return std::move(rest_);
}

}  // namespace tfprof
