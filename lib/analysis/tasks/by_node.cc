// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/by_node.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

namespace {

// Tasks grouped by name; those of a name in the order of `order`.
std::vector<uint32_t> Group(const std::vector<uint32_t>& order,
                            const std::function<StringId(uint32_t)>& name_of,
                            std::vector<uint32_t> next) {
  std::vector<uint32_t> grouped(order.size());
  for (const uint32_t task : order) {
    grouped[next[name_of(task).value]++] = task;
  }
  return grouped;
}

}  // namespace

ByNode::ByNode(const StepTasks& tasks, std::initializer_list<TaskKind> kinds)
    : tasks_(tasks) {
  std::vector<uint32_t> order;  // by start
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    if (tasks.is_of_call[i] && tasks.part[i] == 0) continue;
    if (std::find(kinds.begin(), kinds.end(), tasks.kind[i]) != kinds.end()) {
      order.push_back(i);
    }
  }
  Fill(std::move(order), [&](uint32_t task) { return tasks.NodeOf(task); });
}

ByNode::ByNode(const StepTasks& tasks, const std::vector<uint32_t>& selected,
               const std::function<StringId(uint32_t)>& name_of)
    : tasks_(tasks) {
  Fill(selected, name_of);
}

void ByNode::Fill(std::vector<uint32_t> order,
                  const std::function<StringId(uint32_t)>& name_of) {
  if (order.empty()) return;
  begin_.resize(tasks_.records->strings.size() + 1);
  for (const uint32_t task : order) ++begin_[name_of(task).value + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  by_start_ = Group(order, name_of, begin_);
  tasks_.SortByEnd(order);
  by_end_ = Group(order, name_of, begin_);
}

std::span<const uint32_t> ByNode::Of(const std::vector<uint32_t>& order,
                                     StringId node) const {
  if (begin_.empty()) return {};
  const uint32_t begin = begin_[node.value];
  return std::span(order).subspan(begin, begin_[node.value + 1] - begin);
}

uint32_t ByNode::LastToStart(StringId node, int64_t when) const {
  const auto row = ByStart(node);
  const auto after = std::partition_point(
      row.begin(), row.end(),
      [&](uint32_t task) { return tasks_.start[task] <= when; });
  return after == row.begin() ? StepTasks::kNone : *std::prev(after);
}

uint32_t ByNode::LastToEnd(StringId node, int64_t when) const {
  return tasks_.LastToEnd(Of(by_end_, node), when);
}

std::vector<uint32_t> ByNode::Turns() const {
  std::vector<uint32_t> turns(tasks_.size());
  for (uint32_t i = 0; i < by_start_.size(); ++i) {
    const uint32_t task = by_start_[i];
    turns[task] = i - begin_[tasks_.NodeOf(task).value];
  }
  for (const StepTasks::Call& call : tasks_.calls) {
    turns[call.call] = turns[call.back];
  }
  return turns;
}

WorkSpans::WorkSpans(const ByNode& work) : work_(work) {
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  for (const uint32_t task : work.by_end_) {
    starts.push_back(work.tasks_.start[task]);
    ends.push_back(work.tasks_.end[task]);
  }
  tree_ = SegmentTree(ends, starts);
}

uint32_t WorkSpans::LastWithin(StringId node, int64_t start,
                               int64_t end) const {
  if (work_.begin_.empty()) return StepTasks::kNone;
  const size_t row = tree_.FindLast(work_.begin_[node.value],
                                    work_.begin_[node.value + 1], end, start);
  return row == SegmentTree::kNone ? StepTasks::kNone : work_.by_end_[row];
}

}  // namespace tfprof
