// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/region_rows.h"

#include <algorithm>
#include <numeric>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

// Fills a tree.
class RegionTree::Maker {
 public:
  Maker(const HostView& view, RegionTree& tree)
      : view_(view),
        events_(view.host().events),
        tree_(tree),
        region_of_event_(events_.size(), kNoRow) {}

  void Run() {
    const std::vector<RecordedHost::Line>& lines = view_.host().lines;
    for (uint32_t line = 0; line < lines.size(); ++line) {
      if (!view_.threads.is_program[line]) continue;
      for (uint32_t i = lines[line].first; i < lines[line].end; ++i) Add(i);
    }
    for (const DeviceWork& work : view_.works.rows()) AddWork(work);
  }

 private:
  static uint64_t KeyOf(uint32_t parent, uint32_t name) {
    return uint64_t{parent} << 32 | name;
  }

  uint32_t ChildOf(uint32_t parent, std::string_view name) {
    const StringId id = tree_.names_.Intern(name);
    const auto [found, is_new] =
        child_.insert({KeyOf(parent, id.value),
                       static_cast<uint32_t>(tree_.regions_.size())});
    if (is_new) tree_.regions_.push_back({.parent = parent, .name = id});
    return found->second;
  }

  // The region of an event in another. A '/' in its name is one between two
  // regions, so that equal paths are one region.
  uint32_t RegionIn(uint32_t around, uint32_t event) {
    const auto [found, is_new] =
        region_.insert({KeyOf(around, events_[event].name), kNoRow});
    if (!is_new) return found->second;
    std::string_view name = view_.host().Text(events_.NameOf(event).text);
    uint32_t region = around;
    for (size_t slash = 0; slash != name.npos;) {
      slash = name.find('/');
      region = ChildOf(region, name.substr(0, slash));
      if (slash != name.npos) name.remove_prefix(slash + 1);
    }
    return found.value() = region;
  }

  void Add(uint32_t event) {
    const uint32_t parent = view_.lines.ParentOf(event);
    const uint32_t around =
        parent == kNoRow ? kNoRow : region_of_event_[parent];
    region_of_event_[event] = around;
    const bool is_marker = view_.answers.IsMarker(event);
    if (!is_marker && !view_.answers.IsRegion(event)) return;
    const uint32_t region = RegionIn(around, event);
    region_of_event_[event] = region;
    const int64_t length_ps = events_[event].length_ps();
    if (length_ps <= 0) return;
    Region& row = tree_.regions_[region];
    row.is_named = true;
    ++row.count;
    row.total_ps += length_ps;
    row.self_ps += length_ps;
    if (around != kNoRow) tree_.regions_[around].self_ps -= length_ps;
  }

  // The event of a program thread from which a work was launched; kNoRow if
  // ids do not lead to one.
  uint32_t ProgramEventOf(const DeviceWork& work) const {
    constexpr int kMostHandOvers = 16;
    uint32_t event = work.launch;
    if (event == kNoRow) return kNoRow;
    uint32_t line = view_.threads.owner[events_[event].line];
    for (int i = 0; i < kMostHandOvers; ++i) {
      if (view_.threads.is_program[line]) {
        return events_[event].line == line
                   ? event
                   : view_.lines.TopAt(line, events_[event].begin_ps);
      }
      const HandedTask task = view_.tasks.TaskOf(line, event);
      if (!task.is_known()) return kNoRow;
      event = task.giver;
      line = events_[event].line;
    }
    return kNoRow;
  }

  void AddWork(const DeviceWork& work) {
    const uint32_t event = ProgramEventOf(work);
    const uint32_t region = event == kNoRow ? kNoRow : region_of_event_[event];
    if (region == kNoRow) return;
    tree_.regions_[region].is_named = true;
    tree_.regions_[region].device_ps += work.end_ps - work.begin_ps;
  }

  const HostView& view_;
  const HostEvents& events_;
  RegionTree& tree_;
  std::vector<uint32_t> region_of_event_;  // the innermost around, or itself
  tsl::robin_map<uint64_t, uint32_t, IntHash> child_;   // by parent and part
  tsl::robin_map<uint64_t, uint32_t, IntHash> region_;  // by parent and name
};

RegionTree::RegionTree(const HostView& view) { Maker(view, *this).Run(); }

std::string RegionTree::PathOf(uint32_t region) const {
  std::vector<std::string_view> names;
  for (; region != kNoRow; region = regions_[region].parent) {
    names.push_back(names_[regions_[region].name]);
  }
  std::string path;
  for (size_t i = names.size(); i > 0; --i) {
    path += names[i - 1];
    if (i > 1) path += '/';
  }
  return path;
}

std::vector<uint32_t> RegionTree::InOrder() const {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < regions_.size(); ++i) {
    if (regions_[i].is_named) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (regions_[a].total_ps != regions_[b].total_ps) {
      return regions_[a].total_ps > regions_[b].total_ps;
    }
    return a != b && PathOf(a) < PathOf(b);
  });
  return order;
}

}  // namespace tfprof
