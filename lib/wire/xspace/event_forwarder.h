// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/xspace/event.h"
#include "model/xspace/plane.h"

namespace tfprof {

// Hands the events of a line on.
class EventForwarder final : public EventSink {
 public:
  EventForwarder(const XPlane& plane, const StringPool& strings, DumpSink& sink)
      : plane_(plane), strings_(strings), sink_(sink) {}

  void Add(const XEvent& event) override {
    sink_.AddEvent(strings_[plane_.names[event.name].text], event.begin_ps,
                   event.duration_ps);
  }

 private:
  const XPlane& plane_;
  const StringPool& strings_;
  DumpSink& sink_;
};

}  // namespace tfprof
