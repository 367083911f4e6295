// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/task_links.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace tfprof {

namespace {

// A producer of a link, with the nearest one before it on another line.
struct EventProducer {
  uint32_t event = kNoRow;
  uint32_t before_on_other_line = kNoRow;  // an index of the list
};

// The producers of a link by begin; of equal begins the first row is last.
std::vector<EventProducer> SortedProducers(const HostEvents& events,
                                           std::span<const uint32_t> rows) {
  std::vector<EventProducer> producers;
  for (const uint32_t row : rows) producers.push_back({row});
  std::sort(producers.begin(), producers.end(),
            [&](const EventProducer& a, const EventProducer& b) {
              return std::tuple(events[a.event].begin_ps, b.event) <
                     std::tuple(events[b.event].begin_ps, a.event);
            });
  for (uint32_t i = 1; i < producers.size(); ++i) {
    const bool is_same_line =
        events[producers[i].event].line == events[producers[i - 1].event].line;
    producers[i].before_on_other_line =
        is_same_line ? producers[i - 1].before_on_other_line : i - 1;
  }
  return producers;
}

// The latest producer on another line that began no later than the event.
uint32_t LatestGiver(const HostEvents& events,
                     const std::vector<EventProducer>& producers,
                     uint32_t event) {
  const auto behind = std::upper_bound(
      producers.begin(), producers.end(), events[event].begin_ps,
      [&](int64_t at, const EventProducer& producer) {
        return at < events[producer.event].begin_ps;
      });
  if (behind == producers.begin()) return kNoRow;
  const EventProducer& last = *std::prev(behind);
  if (events[last.event].line != events[event].line) return last.event;
  return last.before_on_other_line == kNoRow
             ? kNoRow
             : producers[last.before_on_other_line].event;
}

}  // namespace

TaskLinks::TaskLinks(const RecordedHost& host, const FlatLines& lines)
    : host_(host), lines_(lines) {
  for (const HostEvents::Name& name : host.events.names) {
    const std::string_view text = host.Text(name.text);
    is_start_.push_back(text == "ThreadpoolListener::StartRegion");
    is_stop_.push_back(text == "ThreadpoolListener::StopRegion");
  }
  FindGivers();
  FindTakers();
  FindRegions();
}

void TaskLinks::FindGivers() {
  for (uint32_t link = 0; link < host_.events.consumers.size(); ++link) {
    const std::span<const uint32_t> consumers = host_.events.consumers[link];
    if (consumers.empty() || link >= host_.events.producers.size()) continue;
    const std::vector<EventProducer> producers =
        SortedProducers(host_.events, host_.events.producers[link]);
    for (const uint32_t event : consumers) {
      const uint32_t giver = LatestGiver(host_.events, producers, event);
      if (giver != kNoRow) givers_.insert({event, giver});
    }
  }
}

uint32_t TaskLinks::GiverOf(uint32_t event) const {
  const auto found = givers_.find(event);
  return found == givers_.end() ? kNoRow : found->second;
}

void TaskLinks::FindTakers() {
  if (givers_.empty()) return;
  taker_.assign(host_.events.size(), kNoRow);
  for (uint32_t event = 0; event < taker_.size(); ++event) {
    const uint32_t parent = lines_.ParentOf(event);
    const bool is_given =
        host_.events.StatsOf(event).consumes != HostEvents::kNone &&
        givers_.contains(event);
    taker_[event] = is_given           ? event
                    : parent != kNoRow ? taker_[parent]
                                       : kNoRow;
  }
}

void TaskLinks::FindRegions() {
  const bool has_any =
      std::find(is_start_.begin(), is_start_.end(), true) != is_start_.end();
  if (!has_any) return;
  region_.assign(host_.events.size(), kNoRow);
  for (const RecordedHost::Line& line : host_.lines) {
    uint32_t last = kNoRow;
    for (uint32_t event = line.first; event < line.end; ++event) {
      const uint32_t name = host_.events[event].name;
      if (is_start_[name] || is_stop_[name]) last = event;
      region_[event] = last;
    }
  }
}

// The last event of a line that began by a moment.
uint32_t TaskLinks::LastBegun(uint32_t line, int64_t at_ps) const {
  const RecordedHost::Line& of = host_.lines[line];
  const auto first = host_.events.rows.begin() + of.first;
  const auto behind = std::upper_bound(
      first, host_.events.rows.begin() + of.end, at_ps,
      [](int64_t at, const HostEvents::Row& row) { return at < row.begin_ps; });
  if (behind == first) return kNoRow;
  return static_cast<uint32_t>(behind - host_.events.rows.begin()) - 1;
}

// The region of a pool that is open where an event begins.
HandedTask TaskLinks::RegionBefore(uint32_t line, uint32_t event) const {
  if (region_.empty()) return {};
  const uint32_t last = LastBegun(line, host_.events[event].begin_ps);
  if (last == kNoRow) return {};
  uint32_t region = region_[last];
  const bool is_own_end = region == event && is_stop_[host_.events[event].name];
  if (is_own_end) {
    region = region == host_.lines[line].first ? kNoRow : region_[region - 1];
  }
  if (region == kNoRow || !is_start_[host_.events[region].name]) return {};
  const uint32_t giver = GiverOf(region);
  return giver == kNoRow ? HandedTask() : HandedTask{region, giver};
}

HandedTask TaskLinks::TaskOf(uint32_t line, uint32_t event) const {
  const HostEvents::Row& row = host_.events[event];
  if (givers_.empty()) return {};
  const uint32_t inner =
      row.line == line ? event : lines_.TopAt(line, row.begin_ps);
  const uint32_t taker = inner == kNoRow ? kNoRow : taker_[inner];
  if (taker != kNoRow) return {taker, GiverOf(taker)};
  return RegionBefore(line, event);
}

HandedTask TaskLinks::TaskAt(uint32_t line, uint32_t top, int64_t at_ps) const {
  const uint32_t event = top != kNoRow ? top : LastBegun(line, at_ps);
  return event == kNoRow ? HandedTask() : TaskOf(line, event);
}

}  // namespace tfprof
