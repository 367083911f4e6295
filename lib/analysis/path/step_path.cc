// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/step_path.h"

#include <algorithm>
#include <tuple>

#include "analysis/path/busy_streams.h"
#include "base/hash.h"
#include "base/strings.h"
#include "base/table_index.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

constexpr std::string_view kNoCode = "(no call stack)";

// Sums up the tasks of a path by a key.
class Sharer {
 public:
  Sharer(const StepPath& path, PathKey key, const CodeLines& code)
      : path_(path),
        tasks_(*path.tasks),
        key_(key),
        code_(code),
        row_of_text_(tasks_.records->strings.size() + kTaskKinds, kUnread) {}

  std::deque<PathShare> Run();

  std::vector<bool> TasksOfRow(const PathShare& share);

 private:
  // The key of a row.
  struct Key {
    std::string_view name;
    bool is_gradient = false;

    bool operator==(const Key&) const = default;
  };

  static constexpr uint32_t kUnread = UINT32_MAX;
  static constexpr uint32_t kNoRow = UINT32_MAX - 1;

  std::string_view NodeOf(uint32_t task) const {
    return tasks_.records->strings[tasks_.NodeOf(task)];
  }

  static size_t HashOf(const Key& key) {
    return TextHash()(key.name) + key.is_gradient;
  }

  Key KeyOfRow(uint32_t row) const {
    return {shares_[row].name, shares_[row].is_gradient};
  }

  Key KeyOf(uint32_t task) const;
  uint32_t& RowOfText(uint32_t task);
  uint32_t AddRow(uint32_t task);
  void AddToPath(const ChainTask& row);
  void AddWork(uint32_t task);

  const StepPath& path_;
  const StepTasks& tasks_;
  const PathKey key_;
  const CodeLines& code_;
  std::deque<PathShare> shares_;
  TableIndex row_of_key_;
  // Index: the StringId of a type or node; after those, for tasks without a
  // type, their kind.
  std::vector<uint32_t> row_of_text_;
};

Sharer::Key Sharer::KeyOf(uint32_t task) const {
  switch (key_) {
    case PathKey::kNode:
      return {NodeOf(task)};
    case PathKey::kScope:
      return {ScopeOfNode(NodeOf(task))};
    case PathKey::kType:
      return {tasks_.TypeText(task)};
    case PathKey::kCode: {
      const CodeLines::Owner owner = code_.OwnerOf(NodeOf(task));
      return {owner.line.empty() ? kNoCode : owner.line, owner.is_gradient};
    }
  }
  return {};
}

// The row of the task's type or node, if known already.
uint32_t& Sharer::RowOfText(uint32_t task) {
  if (key_ != PathKey::kType) return row_of_text_[tasks_.NodeOf(task).value];
  const StringId type = tasks_.type[task];
  return row_of_text_[type.valid()
                          ? type.value
                          : tasks_.records->strings.size() +
                                static_cast<size_t>(tasks_.kind[task])];
}

uint32_t Sharer::AddRow(uint32_t task) {
  const Key key = KeyOf(task);
  const auto row = static_cast<uint32_t>(shares_.size());
  // Nodes are texts, which are found already.
  if (key_ != PathKey::kNode) {
    const uint32_t known = row_of_key_.FindOrAdd(
        HashOf(key), row,
        [&](uint32_t other) { return KeyOfRow(other) == key; });
    if (known != row) return known;
  }
  PathShare& share = shares_.emplace_back();
  share.name = key.name;
  share.task = task;
  share.is_gradient = key.is_gradient;
  share.is_of_a_type = share.is_of_a_line = true;
  share.slack_ns = path_.slack.empty() ? 0 : INT64_MAX;
  return row;
}

void Sharer::AddToPath(const ChainTask& row) {
  uint32_t& at = RowOfText(row.task);
  if (at == kUnread) at = AddRow(row.task);
  PathShare& share = shares_[at];
  share.path_ns += row.busy;
  share.gap_ns += row.gap;
  share.wait_ns += row.wait;
  ++share.times;
  if (share.task == row.task) return;
  share.is_of_a_type =
      share.is_of_a_type &&
      IsSameText(tasks_.TypeText(share.task), tasks_.TypeText(row.task));
  share.is_of_a_line =
      share.is_of_a_line &&
      IsSameText(code_.Of(NodeOf(share.task)), code_.Of(NodeOf(row.task)));
}

void Sharer::AddWork(uint32_t task) {
  uint32_t& row = RowOfText(task);
  if (row == kUnread) {
    const Key key = KeyOf(task);
    row = row_of_key_.Find(
        HashOf(key), [&](uint32_t other) { return KeyOfRow(other) == key; });
    if (row == TableIndex::kNone) row = kNoRow;
  }
  if (row == kNoRow) return;
  PathShare& share = shares_[row];
  share.work_ns += tasks_.Duration(task);
  share.slack_ns = std::min(share.slack_ns, path_.slack[task]);
}

std::vector<bool> Sharer::TasksOfRow(const PathShare& share) {
  const Key wanted{share.name, share.is_gradient};
  std::vector<bool> tasks(tasks_.size());
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    uint32_t& row = RowOfText(task);
    if (row == kUnread) row = KeyOf(task) == wanted ? 0 : kNoRow;
    tasks[task] = row == 0;
  }
  return tasks;
}

std::deque<PathShare> Sharer::Run() {
  for (const ChainTask& row : path_.chain) AddToPath(row);
  if (!path_.slack.empty()) {
    for (uint32_t task = 0; task < tasks_.size(); ++task) AddWork(task);
  }
  std::sort(shares_.begin(), shares_.end(),
            [](const PathShare& a, const PathShare& b) {
              return std::tie(b.path_ns, a.name, a.is_gradient) <
                     std::tie(a.path_ns, b.name, b.is_gradient);
            });
  return std::move(shares_);
}

// The median; of two in the middle the lower. REQUIRES: not empty.
int64_t MedianTime(std::vector<int64_t> values) {
  const auto middle =
      values.begin() + static_cast<ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

StepPath FindPath(const StepTasks& tasks, bool with_slack) {
  StepPath path;
  path.tasks = &tasks;
  path.waits = WaitsOf(tasks);
  const BusyStreams streams(tasks);
  path.chain = CriticalChain(tasks, path.waits, streams);
  path.wall_ns = tasks.LastEnd() - tasks.FirstStart();
  for (const ChainTask& row : path.chain) {
    path.chain_busy_ns += row.busy;
    path.chain_gap_ns += row.gap;
    path.chain_wait_ns += row.wait;
    if (tasks.IsOnStream(row.task)) path.chain_stream_ns += row.busy;
    ++path.links[static_cast<size_t>(row.link)];
  }
  path.stream_busy_ns = streams.Total();
  for (size_t task = 0; task < tasks.size(); ++task) {
    path.work_ns += tasks.Duration(task);
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      ++path.edges;
      path.producers_after_start +=
          tasks.Anchor(task, producer) > tasks.start[task] ? 1 : 0;
    }
  }
  if (!with_slack) return path;
  path.slack = SlackOf(tasks, path.waits);
  for (size_t task = 0; task < tasks.size(); ++task) {
    path.zero_slack += path.slack[task] == 0 ? 1 : 0;
  }
  return path;
}

std::deque<PathShare> SharesOf(const StepPath& path, PathKey key,
                                const CodeLines& code) {
  return Sharer(path, key, code).Run();
}

std::vector<bool> TasksOf(const StepPath& path, PathKey key,
                          const PathShare& share, const CodeLines& code) {
  return Sharer(path, key, code).TasksOfRow(share);
}

void PathHistory::Add(std::span<const StepPath> hosts, const CodeLines& code) {
  ++steps_;
  for (size_t key = 0; key < path_ns_.size(); ++key) {
    std::map<std::string, int64_t> of_step;
    for (const StepPath& path : hosts) {
      for (const PathShare& share :
           SharesOf(path, static_cast<PathKey>(key), code)) {
        of_step[share.Label()] += share.path_ns;
      }
    }
    for (const auto& [label, time] : of_step) {
      path_ns_[key][label].push_back(time);
    }
  }
}

PathHistory::Row PathHistory::Of(PathKey key, std::string_view label) const {
  const auto& times_of_label = path_ns_[static_cast<size_t>(key)];
  const auto found = times_of_label.find(label);
  if (found == times_of_label.end()) return {};
  const std::vector<int64_t>& times = found->second;
  Row row;
  row.steps = times.size();
  row.median_ns = MedianTime(times);
  std::vector<int64_t> distances;
  for (const int64_t time : times) {
    distances.push_back(std::abs(time - row.median_ns));
  }
  row.deviation_ns = MedianTime(std::move(distances));
  return row;
}

}  // namespace tfprof
