// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/task_ends.h"

#include <algorithm>
#include <tuple>

#include <tsl/robin_set.h>

namespace tfprof {

// Of two tasks that ended together the later row counts.
bool TaskEnds::EndsLater(uint32_t a, uint32_t b) const {
  return b == kNoRow || std::tuple(host_.events[a].end_ps, a) >
                            std::tuple(host_.events[b].end_ps, b);
}

void TaskEnds::Sort(Tasks& tasks) const {
  std::sort(tasks.begin(), tasks.end(), [](const Ended& a, const Ended& b) {
    return std::tie(a.known_ps, a.task) < std::tie(b.known_ps, b.task);
  });
  uint32_t last = kNoRow;
  for (Ended& ended : tasks) {
    if (EndsLater(ended.task, last)) last = ended.task;
    ended.last = last;
  }
}

// The consumers of a link, without those that began earlier if there are many.
std::span<const uint32_t> TaskEnds::ConsumersFrom(uint32_t link,
                                                  int64_t begin_ps) {
  constexpr size_t kFew = 16;
  const std::span<const uint32_t> all = host_.events.consumers[link];
  if (all.size() <= kFew) return all;
  std::vector<uint32_t>& sorted = many_of_link_[link];
  if (sorted.empty()) {
    sorted.assign(all.begin(), all.end());
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
      return std::tuple(host_.events[a].begin_ps, a) <
             std::tuple(host_.events[b].begin_ps, b);
    });
  }
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), begin_ps,
                                      [&](uint32_t row, int64_t at) {
                                        return host_.events[row].begin_ps < at;
                                      });
  return {first, sorted.end()};
}

TaskEnds::Tasks TaskEnds::TasksOfCall(uint32_t call) {
  const HostEvents::Row& around = host_.events[call];
  const RecordedHost::Line& line = host_.lines[around.line];
  // Events of equal begin may stand before the call.
  uint32_t first = call;
  while (first > line.first &&
         host_.events[first - 1].begin_ps == around.begin_ps) {
    --first;
  }
  Tasks tasks;
  tsl::robin_set<uint32_t, IntHash> links;
  for (uint32_t row = first; row < line.end; ++row) {
    const HostEvents::Row& giver = host_.events[row];
    if (giver.begin_ps >= around.end_ps) break;
    const uint32_t link = host_.events.StatsOf(row).produces;
    // The first giver of a link is the earliest.
    if (link == HostEvents::kNone || !links.insert(link).second) continue;
    const std::span<const uint32_t> consumers =
        ConsumersFrom(link, around.begin_ps);
    const bool is_sorted =
        consumers.data() != host_.events.consumers[link].data();
    for (const uint32_t task : consumers) {
      const HostEvents::Row& taken = host_.events[task];
      if (is_sorted && taken.begin_ps >= around.end_ps) break;
      if (taken.line == around.line || taken.begin_ps < around.begin_ps ||
          taken.length_ps() <= 0) {
        continue;
      }
      // A task may end before its giver began where clocks of threads differ.
      tasks.push_back({std::max(taken.end_ps, giver.begin_ps + 1), task});
    }
  }
  Sort(tasks);
  return tasks;
}

TaskEnds::Tasks TaskEnds::TasksOfLink(uint32_t link) const {
  Tasks tasks;
  for (const uint32_t task : host_.events.consumers[link]) {
    if (host_.events[task].length_ps() <= 0) continue;
    tasks.push_back({host_.events[task].end_ps, task});
  }
  Sort(tasks);
  return tasks;
}

namespace {

// The last item that is known by `at_ps`; the end of the list without one.
template <typename Tasks>
typename Tasks::const_iterator LastKnown(const Tasks& tasks, int64_t at_ps) {
  const auto after = std::upper_bound(
      tasks.begin(), tasks.end(), at_ps,
      [](int64_t at, const auto& ended) { return at < ended.known_ps; });
  return after == tasks.begin() ? tasks.end() : std::prev(after);
}

}  // namespace

uint32_t TaskEnds::LastOfCall(uint32_t call, int64_t at_ps) {
  auto found = of_call_.find(call);
  if (found == of_call_.end()) {
    found = of_call_.insert({call, TasksOfCall(call)}).first;
  }
  const Tasks& tasks = found->second;
  const auto last = LastKnown(tasks, at_ps);
  return last == tasks.end() ? kNoRow : last->last;
}

uint32_t TaskEnds::LastBefore(uint32_t task, int64_t at_ps) {
  const uint32_t link = host_.events.StatsOf(task).consumes;
  if (link == HostEvents::kNone) return kNoRow;
  auto found = of_link_.find(link);
  if (found == of_link_.end()) {
    found = of_link_.insert({link, TasksOfLink(link)}).first;
  }
  const Tasks& tasks = found->second;
  // The task itself ends after it begins, so it is never found.
  const auto last =
      LastKnown(tasks, std::min(host_.events[task].begin_ps, at_ps));
  return last == tasks.end() ? kNoRow : last->last;
}

}  // namespace tfprof
