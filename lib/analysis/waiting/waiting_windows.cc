// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/waiting_windows.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tfprof {

std::vector<AccountWindow> WindowsOf(const Capture& capture, uint32_t process,
                                     const std::vector<uint32_t>& steps) {
  const RecordedProcess& of = capture.processes[process];
  std::vector<AccountWindow> windows;
  for (const uint32_t row : steps) {
    const uint32_t step = capture.steps[row].step_of[process];
    if (step == kNoRow) continue;
    const HostStep& it = of.steps.steps[step];
    windows.push_back({step, it.begin_ps, it.end_ps()});
  }
  const auto key = [&](const AccountWindow& window) {
    const HostStep& step = of.steps.steps[window.step];
    return std::tuple(window.begin_ps, window.end_ps,
                      std::string_view(step.name), step.number);
  };
  std::sort(windows.begin(), windows.end(),
            [&](const AccountWindow& a, const AccountWindow& b) {
              return key(a) < key(b);
            });
  return windows;
}

std::vector<AccountWindow> TimeBetween(
    const std::vector<AccountWindow>& windows) {
  std::vector<AccountWindow> between;
  for (size_t i = 0, latest = 0; i < windows.size(); ++i) {
    const int64_t end_ps = windows[latest].end_ps;
    if (windows[i].begin_ps > end_ps && i > 0) {
      between.push_back({kNoRow, end_ps, windows[i].begin_ps});
    }
    if (windows[i].end_ps > end_ps) latest = i;
  }
  return between;
}

WindowCover::WindowCover(const std::vector<AccountWindow>& windows) {
  std::vector<std::pair<int64_t, int64_t>> edges;
  for (const AccountWindow& window : windows) {
    edges.emplace_back(window.begin_ps, 1);
    edges.emplace_back(window.end_ps, -1);
  }
  std::sort(edges.begin(), edges.end());
  int64_t open = 0;
  for (const auto& [at_ps, step] : edges) {
    if (changes_.empty() || changes_.back().at_ps != at_ps) {
      const int64_t before_ps = changes_.empty() ? 0 : LengthPsBefore(at_ps);
      changes_.push_back({at_ps, 0, before_ps});
    }
    open += step;
    changes_.back().windows = open;
  }
}

std::vector<WindowCover::Change>::const_iterator WindowCover::After(
    int64_t at_ps) const {
  return std::upper_bound(
      changes_.begin(), changes_.end(), at_ps,
      [](int64_t at, const Change& change) { return at < change.at_ps; });
}

int64_t WindowCover::WindowsAt(int64_t at_ps) const {
  const auto after = After(at_ps);
  return after == changes_.begin() ? 0 : std::prev(after)->windows;
}

int64_t WindowCover::LengthPsBefore(int64_t at_ps) const {
  const auto after = After(at_ps);
  if (after == changes_.begin()) return 0;
  const Change& last = *std::prev(after);
  return last.before_ps + (at_ps - last.at_ps) * last.windows;
}

int64_t WindowCover::LengthPsIn(int64_t begin_ps, int64_t end_ps) const {
  if (end_ps <= begin_ps) return 0;
  return LengthPsBefore(end_ps) - LengthPsBefore(begin_ps);
}

}  // namespace tfprof
