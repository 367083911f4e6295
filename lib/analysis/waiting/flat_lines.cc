// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/flat_lines.h"

#include <algorithm>

namespace tfprof {

// The events of a line that are open while it is passed over.
class FlatLines::Nester {
 public:
  Nester(const HostEvents& events, std::vector<Change>& changes)
      : events_(events), changes_(changes), first_(changes.size()) {}

  uint32_t top() const { return open_.empty() ? kNoRow : open_.back(); }

  void Enter(uint32_t event) {
    open_.push_back(event);
    Say(events_[event].begin_ps);
  }

  // Closes what ended by a moment, and what ended no later than that.
  void Leave(int64_t at_ps) {
    while (!open_.empty() && events_[open_.back()].end_ps <= at_ps) {
      const int64_t end_ps = events_[open_.back()].end_ps;
      while (!open_.empty() && events_[open_.back()].end_ps <= end_ps) {
        open_.pop_back();
      }
      Say(end_ps);
    }
  }

 private:
  void Say(int64_t at_ps) {
    const bool is_same_moment =
        changes_.size() > first_ && changes_.back().at_ps == at_ps;
    if (!is_same_moment) changes_.push_back({at_ps});
    changes_.back().top = top();
  }

  const HostEvents& events_;
  std::vector<Change>& changes_;
  const size_t first_;
  std::vector<uint32_t> open_;
};

FlatLines::FlatLines(const RecordedHost& host)
    : parents_(host.events.size(), kNoRow) {
  // Room for a begin and an end of each event; what is not needed is not
  // touched.
  changes_.reserve(2 * host.events.size());
  first_of_line_.reserve(host.lines.size() + 1);
  for (const RecordedHost::Line& line : host.lines) {
    first_of_line_.push_back(changes_.size());
    Nester nester(host.events, changes_);
    for (uint32_t event = line.first; event < line.end; ++event) {
      nester.Leave(host.events[event].begin_ps);
      parents_[event] = nester.top();
      if (host.events[event].length_ps() > 0) nester.Enter(event);
    }
    nester.Leave(INT64_MAX);
  }
  first_of_line_.push_back(changes_.size());
}

uint32_t FlatLines::TopAt(uint32_t line, int64_t at_ps) const {
  const std::span<const Change> changes = Of(line);
  const auto behind = std::upper_bound(
      changes.begin(), changes.end(), at_ps,
      [](int64_t at, const Change& change) { return at < change.at_ps; });
  return behind == changes.begin() ? kNoRow : std::prev(behind)->top;
}

}  // namespace tfprof
