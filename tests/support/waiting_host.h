// SPDX-License-Identifier: Apache-2.0
// A recording made by hand with the threads that rules about waiting look at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/waiting/host_view.h"
#include "recorded/capture.h"
#include "support/recorded_maker.h"

namespace tfprof {

// Finishes a recording whose host threads are the lines that have events, and
// whose devices have a line each. `names` are those of lines; a thread without
// one is called "pool".
inline std::shared_ptr<RecordedHost> WaitingHost(
    RecordedMaker& maker,
    const std::vector<std::pair<uint32_t, std::string>>& names = {}) {
  RecordedHost& host = maker.host();
  host.lines.resize(100 + host.devices.size());
  host.planes.resize(2);
  for (size_t line = 0; line < host.lines.size(); ++line) {
    host.lines[line].plane = line < 100 ? 0 : 1;
    host.lines[line].name =
        host.strings.Intern(line < 100 ? "pool" : "Stream #1");
  }
  for (const auto& [line, name] : names) {
    host.lines[line].name = host.strings.Intern(name);
  }
  for (uint32_t row = 0; row < host.events.size(); ++row) {
    RecordedHost::Line& line = host.lines[host.events[row].line];
    if (line.end == 0) line.first = row;
    line.end = row + 1;
    line.use = RecordedHost::LineUse::kHostThread;
  }
  return maker.Finish();
}

// The capture of that one recording.
inline std::shared_ptr<const Capture> WaitingCapture(
    RecordedMaker& maker,
    const std::vector<std::pair<uint32_t, std::string>>& names = {}) {
  return std::make_shared<const Capture>(
      MakeCapture({WaitingHost(maker, names)}));
}

}  // namespace tfprof
