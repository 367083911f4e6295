// SPDX-License-Identifier: Apache-2.0
// HostView: what rules about waiting ask of a recording, worked out once: works
// with their classes, threads, and what threads did.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/waiting/device_works.h"
#include "analysis/waiting/event_kinds.h"
#include "analysis/waiting/flat_lines.h"
#include "analysis/waiting/host_answers.h"
#include "analysis/waiting/host_threads.h"
#include "analysis/waiting/task_links.h"
#include "recorded/recorded_host.h"

namespace tfprof {

class HostView {
 public:
  explicit HostView(std::shared_ptr<const RecordedHost> host,
                    const OwnFiles& own = {});

  // Its parts point to each other.
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;

  const RecordedHost& host() const { return *host_; }

 private:
  const std::shared_ptr<const RecordedHost> host_;

 public:
  const std::vector<EventKind> kinds;  // by row of HostEvents::names
  const FlatLines lines;
  const HostThreads threads;
  const HostAnswers answers;
  const TaskLinks tasks;
  const DeviceWorks works;

  const EventKind& KindOf(uint32_t event) const {
    return kinds[host_->events[event].name];
  }

  // What a thread did where `event` is the innermost one; kNoRow: no event.
  const HostAnswer& WhatDid(uint32_t event) const { return answers.Of(event); }

  // The name of a line up to its first '/'.
  std::string_view ThreadOf(uint32_t line) const;
};

}  // namespace tfprof
