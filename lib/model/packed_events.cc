// SPDX-License-Identifier: Apache-2.0
#include "model/packed_events.h"

#include <algorithm>

namespace tfprof {

class PackedEvents::Reader {
 public:
  explicit Reader(const PackedEvents& events) : from_(events.numbers_) {}

  // The next one.
  const Event& Take() {
    last_.name = StringId(static_cast<uint32_t>(from_.Take()));
    last_.begin_ps = from_.TakeSignedStep(last_.begin_ps);
    last_.duration_ps = from_.TakeSignedStep(0);
    last_.line = static_cast<uint32_t>(from_.TakeStep(last_.line));
    return last_;
  }

 private:
  Varints::Reader from_;
  Event last_;
};

void PackedEvents::Add(const Event& event) {
  numbers_.Push(event.name.value);
  numbers_.PushSignedStep(last_.begin_ps, event.begin_ps);
  numbers_.PushSignedStep(0, event.duration_ps);
  numbers_.PushStep(last_.line, event.line);
  last_ = event;
  ++count_;
  first_us_ = std::min(first_us_, Trace::MicrosOf(event.begin_ps));
}

void PackedEvents::Replay(DumpSink& sink) const {
  sink.BeginHost(rest_.host);
  Reader reader(*this);
  for (size_t d = 0; d < rest_.devices.size(); ++d) {
    const Trace::Device& device = rest_.devices[d];
    sink.BeginPlane(rest_.strings[device.name]);
    uint32_t begun = 0;  // lines
    const auto begin_line = [&] {
      sink.BeginLine(rest_.strings[rest_.lines[d][begun++]]);
    };
    for (uint32_t i = device.first; i < device.end; ++i) {
      const Event& event = reader.Take();
      while (begun <= event.line) begin_line();
      sink.AddEvent(rest_.strings[event.name], event.begin_ps,
                    event.duration_ps);
    }
    while (begun < rest_.lines[d].size()) begin_line();
  }
}

Trace PackedEvents::Unpack() {
  Reader reader(*this);
  for (size_t i = 0; i < count_; ++i) {
    const Event& event = reader.Take();
    rest_.AddEvent(event.name, event.begin_ps, event.duration_ps, event.line);
  }
  numbers_ = Varints();
  return std::move(rest_);
}

std::deque<PackedEvents> EventPacker::Finish() {
  EndPlane();
  for (PackedEvents& host : hosts_) host.rest_.strings.Freeze();
  return std::move(hosts_);
}

void EventPacker::BeginHost(std::string_view host) {
  EndPlane();
  Trace& of = hosts_.emplace_back().rest_;
  of.is_recording = true;
  of.host = host;
}

void EventPacker::EndPlane() {
  if (has_plane_) hosts_.back().rest_.lines.EndRow();
  has_plane_ = false;
  lines_ = 0;
  names_.clear();
}

void EventPacker::BeginPlane(std::string_view plane) {
  EndPlane();
  Trace& of = hosts_.back().rest_;
  const auto first = static_cast<uint32_t>(hosts_.back().size());
  of.devices.push_back({of.strings.Intern(plane), first, first});
  has_plane_ = true;
}

void EventPacker::BeginLine(std::string_view line) {
  Trace& of = hosts_.back().rest_;
  of.lines.Push(of.strings.Intern(line));
  ++lines_;
}

void EventPacker::AddEvent(std::string_view name, int64_t begin_ps,
                           int64_t duration_ps) {
  PackedEvents& host = hosts_.back();
  const StringId id = names_.Of(name, [&](std::string_view text) {
    return host.rest_.strings.Intern(text);
  });
  host.Add({id, begin_ps, duration_ps, lines_ - 1});
  ++host.rest_.devices.back().end;
}

}  // namespace tfprof
