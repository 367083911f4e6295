// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/lit_records.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/string_pool.h"
#include "model/profile_builder.h"
#include "model/step_line.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

// The events of a recording, by what ran and when.
class EventIndex {
 public:
  explicit EventIndex(const Trace& trace)
      : trace_(trace), node_of_name_(trace.strings.size()) {
    by_node_.resize(trace.size());
    std::iota(by_node_.begin(), by_node_.end(), uint32_t{0});
    by_time_ = by_node_;
    for (size_t i = 0; i < trace.size(); ++i) {
      const StringId name = trace.name[i];
      StringId& node = node_of_name_[name.value];
      if (node.valid()) continue;
      node = nodes_.Intern(
          WithoutInlineNumbers(ParseOpName(trace.strings[name]).name));
    }
    std::sort(by_node_.begin(), by_node_.end(), [&](uint32_t a, uint32_t b) {
      return std::tuple(NodeOf(a), StartOf(a), a) <
             std::tuple(NodeOf(b), StartOf(b), b);
    });
    std::sort(by_time_.begin(), by_time_.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(StartOf(a), a) < std::pair(StartOf(b), b);
    });
  }

  // The node with that name; invalid if there is none.
  StringId FindNode(std::string_view name) const { return nodes_.Find(name); }

  // The event of `of_node` that contains [begin, end), in ns; for a kernel,
  // whose name differs, an event at the same time.
  std::optional<uint32_t> Find(StringId of_node, int64_t begin,
                               int64_t end) const {
    if (of_node.valid()) {
      const auto next = std::upper_bound(
          by_node_.begin(), by_node_.end(), std::pair(of_node.value, begin),
          [&](const auto& at, uint32_t event) {
            return at < std::pair(NodeOf(event), StartOf(event));
          });
      const bool has_any = next != by_node_.begin() &&
                           NodeOf(*std::prev(next)) == of_node.value;
      if (has_any && EndOf(*std::prev(next)) >= end) return *std::prev(next);
    }
    auto same = std::lower_bound(
        by_time_.begin(), by_time_.end(), begin,
        [&](uint32_t event, int64_t at) { return StartOf(event) < at; });
    for (; same != by_time_.end() && StartOf(*same) == begin; ++same) {
      if (EndOf(*same) == end) return *same;
    }
    return std::nullopt;
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

  uint32_t NodeOf(uint32_t event) const {
    return node_of_name_[trace_.name[event].value].value;
  }

  const Trace& trace_;
  StringPool nodes_;
  std::vector<StringId> node_of_name_;  // by name of the trace
  std::vector<uint32_t> by_node_;       // events by node, and then by start
  std::vector<uint32_t> by_time_;       // events by start
};

std::vector<uint32_t> EventsOnPath(const std::vector<StepTasks>& hosts,
                                   const Trace& trace) {
  std::vector<uint32_t> lit;
  std::optional<EventIndex> index;
  // By name: very many tasks may have the same very long one.
  std::vector<std::optional<StringId>> node_of_name;
  for (const StepTasks& tasks : hosts) {
    const StringPool& strings = tasks.records->strings;
    const std::string_view host = strings[tasks.host];
    if (!host.empty() && host != trace.host) continue;
    if (!index) index.emplace(trace);
    node_of_name.resize(strings.size());
    for (const ChainTask& row : FindPath(tasks, false).chain) {
      const StringId name = tasks.NodeOf(row.task);
      std::optional<StringId>& node = node_of_name[name.value];
      if (!node) node = index->FindNode(strings[name]);
      const auto event = index->Find(*node, tasks.OpStart(row.task),
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
