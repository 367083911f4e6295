// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/lit_records.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/profile_builder.h"
#include "model/step_line.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

// The events of a recording, by what ran and when.
class EventIndex {
 public:
  explicit EventIndex(const Trace& trace) : trace_(trace) {
    for (uint32_t i = 0; i < trace.size(); ++i) {
      const std::string_view name = trace.strings[trace.name[i]];
      by_node_[WithoutInlineNumbers(ParseOpName(name).name)].push_back(i);
      by_time_.emplace(StartOf(i), i);
    }
    for (auto& [node, events] : by_node_) {
      std::stable_sort(events.begin(), events.end(), [&](uint32_t a, uint32_t b) {
        return StartOf(a) < StartOf(b);
      });
    }
  }

  // The event of `node` that contains [begin, end), in ns; for a kernel, whose
  // name differs, an event at the same time.
  std::optional<uint32_t> Find(std::string_view node, int64_t begin,
                               int64_t end) const {
    if (const auto of_node = by_node_.find(node); of_node != by_node_.end()) {
      const auto& events = of_node->second;
      const auto next = std::upper_bound(
          events.begin(), events.end(), begin,
          [&](int64_t at, uint32_t event) { return at < StartOf(event); });
      if (next != events.begin() && EndOf(*std::prev(next)) >= end) {
        return *std::prev(next);
      }
    }
    const auto [first, last] = by_time_.equal_range(begin);
    const auto same = std::find_if(first, last, [&](const auto& entry) {
      return EndOf(entry.second) == end;
    });
    if (same == last) return std::nullopt;
    return same->second;
  }

 private:
  static constexpr int64_t kPicosOfNano = 1000;

  // Times as in StepRecordsOf(), which adds 1 since 0 means none.
  int64_t StartOf(uint32_t event) const {
    return trace_.start[event] * 1000 +
           trace_.events[event].start_ps / kPicosOfNano + 1;
  }

  int64_t EndOf(uint32_t event) const {
    const int64_t picos = int64_t{trace_.events[event].start_ps} +
                          trace_.events[event].duration_ps;
    return (trace_.start[event] + trace_.duration[event]) * 1000 +
           picos / kPicosOfNano + 1;
  }

  const Trace& trace_;
  std::map<std::string, std::vector<uint32_t>, std::less<>> by_node_;
  std::multimap<int64_t, uint32_t> by_time_;
};

std::vector<uint32_t> EventsOnPath(const std::vector<StepTasks>& hosts,
                                   const Trace& trace) {
  std::vector<uint32_t> lit;
  std::optional<EventIndex> index;
  for (const StepTasks& tasks : hosts) {
    const StringPool& strings = tasks.records->strings;
    const std::string_view host = strings[tasks.host];
    if (!host.empty() && host != trace.host) continue;
    if (!index) index.emplace(trace);
    for (const ChainTask& row : FindPath(tasks, false).chain) {
      const auto event = index->Find(strings[tasks.NodeOf(row.task)],
                                     tasks.OpStart(row.task),
                                     tasks.OpEnd(row.task));
      if (event) lit.push_back(*event);
    }
  }
  return lit;
}

}  // namespace

std::vector<uint32_t> PlacesOf(const StepRecords& records, const Trace& trace) {
  std::vector<uint32_t> places;
  for (const Trace::Device& device : trace.devices) {
    const std::string_view name = trace.strings[device.name];
    if (ReadStepLine(name).line == StepLine::kOther) continue;
    for (uint32_t i = device.first; i < device.end; ++i) places.push_back(i);
  }
  if (places.size() != records.size()) places.clear();
  return places;
}

std::vector<uint32_t> RecordsOnPath(const std::vector<StepTasks>& hosts,
                                    const Trace& trace) {
  std::vector<uint32_t> lit;
  if (trace.is_recording) {
    lit = EventsOnPath(hosts, trace);
  } else if (!hosts.empty()) {
    const std::vector<uint32_t> places =
        PlacesOf(*hosts.front().records, trace);
    for (const StepTasks& tasks : hosts) {
      if (places.empty()) break;
      for (const ChainTask& row : FindPath(tasks, false).chain) {
        lit.push_back(places[tasks.record[row.task]]);
      }
    }
  }
  std::sort(lit.begin(), lit.end());
  lit.erase(std::unique(lit.begin(), lit.end()), lit.end());
  return lit;
}

}  // namespace tfprof
