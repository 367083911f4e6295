// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/groups.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "model/xspace/link_graph.h"

namespace tfprof {

namespace {

using Numbers = tsl::robin_map<uint32_t, int64_t, IntHash>;  // by node

// How many nodes are looked at to see whether a root lies below another one.
// Beyond it a root is taken for a step.
constexpr uint64_t kMostVisits = uint64_t{1} << 26;

class Grouping {
 public:
  Grouping(std::vector<LineLinks>& lines, const GroupRules& rules,
           const StringPool& strings)
      : lines_(lines), rules_(rules), strings_(strings), graph_(lines) {
    for (const LineLinks& line : lines) {
      captured_ids_.insert(line.captured_ids.begin(), line.captured_ids.end());
    }
  }

  Groups Run(bool has_loops);

 private:
  struct Root {
    uint32_t node = 0;
    size_t line = 0;
    const LineLinks::Root* recorded = nullptr;  // null of a loop's iteration
  };

  using Iterations = std::vector<std::vector<uint32_t>>;

  bool HasMarkers() const;
  std::vector<Root> FindRoots(bool only_markers) const;
  Iterations FindIterations() const;
  bool HasRootAbove(const Root& root);
  void Start(uint32_t root);

  bool HasGroup(uint32_t node) const { return group_[node] != Groups::kNone; }

  std::optional<int64_t> IterationOf(uint32_t node) const;
  std::string NameOf(const Root& root);
  void FindNumbers();
  void FindEager(Groups& groups);
  void FindCalls(Groups& groups);

  uint32_t NodeOf(size_t line, uint32_t node) const {
    return graph_.NodeOf(line, node);
  }

  std::vector<LineLinks>& lines_;
  const GroupRules rules_;
  const StringPool& strings_;
  LinkGraph graph_;
  std::set<int64_t> captured_ids_;
  std::vector<int32_t> group_;  // by node
  int32_t next_group_ = 0;

  std::map<int64_t, std::set<uint32_t>> roots_of_level_;
  std::vector<uint32_t>
      searched_;  // by node: the root it was last reached from
  uint64_t visits_ = 0;

  Numbers iteration_of_;
  Numbers step_of_;
  tsl::robin_map<uint32_t, std::string_view, IntHash> graph_type_of_;
};

bool Grouping::HasMarkers() const {
  for (const LineLinks& line : lines_) {
    for (const LineLinks::Root& root : line.roots) {
      if (root.has_step_number) return true;
    }
  }
  return false;
}

// The roots, in the order in which they begin groups.
std::vector<Grouping::Root> Grouping::FindRoots(bool only_markers) const {
  std::vector<Root> roots;
  for (size_t i = 0; i < lines_.size(); ++i) {
    for (const LineLinks::Root& root : lines_[i].roots) {
      // What tf.data runs ahead belongs to no step of its own.
      const bool is_captured = root.has_id && captured_ids_.count(root.id) > 0;
      if (is_captured || (only_markers && !root.has_step_number)) continue;
      roots.push_back({NodeOf(i, root.node), i, &root});
    }
  }
  std::stable_sort(
      roots.begin(), roots.end(), [](const Root& a, const Root& b) {
        return std::pair(-a.recorded->level, a.recorded->begin_ps) <
               std::pair(-b.recorded->level, b.recorded->begin_ps);
      });
  return roots;
}

// The stretches of each iteration of each loop, by begin.
Grouping::Iterations Grouping::FindIterations() const {
  struct Event {
    int64_t begin_ps = 0;
    uint32_t node = 0;
  };

  using Loop = std::map<int64_t, std::vector<Event>>;
  std::map<int64_t, Loop> loops;
  for (size_t i = 0; i < lines_.size(); ++i) {
    lines_[i].executors.ForEach([&](const ExecutorList::Stretch& event) {
      const Iteration& of = lines_[i].iterations[event.iteration];
      // tfprof: a number of another kind counts as 0.
      const int64_t id = of.id_is_signed ? of.id : 0;
      if (captured_ids_.count(id) > 0) return;
      loops[id][of.number_is_signed ? of.number : 0].push_back(
          {event.begin_ps, NodeOf(i, event.node)});
    });
  }
  std::vector<std::vector<Event>> iterations;
  for (auto& [id, loop] : loops) {
    if (loop.size() == 1 && loop.begin()->first == 0) continue;
    for (auto& [number, events] : loop) {
      std::stable_sort(events.begin(), events.end(),
                       [](const Event& a, const Event& b) {
                         return a.begin_ps < b.begin_ps;
                       });
      iterations.push_back(std::move(events));
    }
  }
  std::sort(iterations.begin(), iterations.end(),
            [](const auto& a, const auto& b) {
              return std::pair(a[0].begin_ps, a[0].node) <
                     std::pair(b[0].begin_ps, b[0].node);
            });
  Iterations nodes;
  for (const std::vector<Event>& events : iterations) {
    std::vector<uint32_t>& of = nodes.emplace_back();
    for (const Event& event : events) of.push_back(event.node);
  }
  return nodes;
}

// Whether another root of its level reaches it.
bool Grouping::HasRootAbove(const Root& root) {
  const std::set<uint32_t>& others = roots_of_level_[root.recorded->level];
  if (others.size() < 2) return false;
  std::vector<uint32_t> queue{root.node};
  searched_[root.node] = root.node;
  for (size_t next = 0; next < queue.size(); ++next) {
    const uint32_t node = queue[next];
    if (node != root.node && others.count(node) > 0) return true;
    for (size_t i = 0; i < graph_.CountParents(node); ++i) {
      const uint32_t parent = graph_.ParentOf(node, i).parent;
      if (searched_[parent] == root.node || ++visits_ > kMostVisits) continue;
      searched_[parent] = root.node;
      queue.push_back(parent);
    }
  }
  return false;
}

// Gives the next group to all nodes without one that `root` reaches.
void Grouping::Start(uint32_t root) {
  if (HasGroup(root)) return;
  group_[root] = next_group_;
  std::vector<uint32_t> queue{root};
  while (!queue.empty()) {
    const uint32_t node = queue.back();
    queue.pop_back();
    for (const uint32_t child : graph_.ChildrenOf(node)) {
      if (HasGroup(child)) continue;
      group_[child] = next_group_;
      queue.push_back(child);
    }
  }
  ++next_group_;
}

void Grouping::FindNumbers() {
  for (size_t i = 0; i < lines_.size(); ++i) {
    const LineLinks& line = lines_[i];
    for (const LineLinks::Numbered& event : line.iteration_numbers) {
      iteration_of_[NodeOf(i, event.node)] = event.number;
    }
    for (const LineLinks::Numbered& event : line.step_numbers) {
      step_of_[NodeOf(i, event.node)] = event.number;
    }
    for (const auto& [node, type] : line.graph_types) {
      graph_type_of_[NodeOf(i, node)] = type;
    }
  }
}

std::optional<int64_t> Grouping::IterationOf(uint32_t node) const {
  if (const auto found = iteration_of_.find(node);
      found != iteration_of_.end()) {
    return found->second;
  }
  if (node >= graph_.events()) return std::nullopt;
  // Executors are many, and in order of their nodes.
  size_t line = lines_.size() - 1;
  while (NodeOf(line, 0) > node) --line;
  const auto row = lines_[line].executors.IterationOf(node - NodeOf(line, 0));
  if (!row) return std::nullopt;
  const Iteration& of = lines_[line].iterations[*row];
  return of.number_is_signed ? of.number : 0;
}

// "train 3"
std::string Grouping::NameOf(const Root& root) {
  std::optional<std::string_view> type;
  std::optional<int64_t> iteration;
  std::optional<int64_t> step;
  // The closest above, itself first.
  using Place = std::tuple<uint64_t, size_t, uint32_t>;
  std::priority_queue<Place, std::vector<Place>, std::greater<>> queue;
  tsl::robin_set<uint32_t, IntHash> seen{root.node};
  queue.emplace(0, 0, root.node);
  while (!queue.empty() && !(type && iteration && step)) {
    const auto [distance, order, node] = queue.top();
    queue.pop();
    if (const auto found = graph_type_of_.find(node);
        !type && found != graph_type_of_.end()) {
      type = found->second;
    }
    if (!iteration) iteration = IterationOf(node);
    if (const auto found = step_of_.find(node);
        !step && found != step_of_.end()) {
      step = found->second;
    }
    for (size_t i = 0; i < graph_.CountParents(node); ++i) {
      const NodeList::Node link = graph_.ParentOf(node, i);
      if (++visits_ > kMostVisits || !seen.insert(link.parent).second) continue;
      queue.emplace(distance + link.distance, seen.size(), link.parent);
    }
  }
  const std::string_view words = type.value_or(strings_[root.recorded->name]);
  const int64_t group = group_[root.node];
  return fmt::format("{} {}", words,
                     iteration ? *iteration : step.value_or(group));
}

// tfprof: an operation is eager if the closest EagerExecute above it is.
void Grouping::FindEager(Groups& groups) {
  const auto has_eager = [](const LineLinks& line) {
    return !line.eager.empty();
  };
  if (std::none_of(lines_.begin(), lines_.end(), has_eager)) {
    for (const LineLinks& line : lines_) {
      groups.is_eager.emplace_back(line.node_count);
    }
    return;
  }
  std::vector<bool> is_execute(graph_.size());
  std::vector<bool> runs_none(graph_.size());
  for (size_t i = 0; i < lines_.size(); ++i) {
    for (const LineLinks::Numbered& event : lines_[i].eager) {
      is_execute[NodeOf(i, event.node)] = true;
      runs_none[NodeOf(i, event.node)] = event.number != 0;
    }
  }
  NearestAbove nearest(graph_, std::move(is_execute));
  for (size_t i = 0; i < lines_.size(); ++i) {
    std::vector<bool>& of_line = groups.is_eager.emplace_back();
    for (uint32_t node = 0; node < lines_[i].node_count; ++node) {
      const uint32_t execute = nearest.Of(NodeOf(i, node));
      of_line.push_back(execute != kNoNode && runs_none[execute]);
    }
  }
}

// What a thread does for a call runs below it, though not on its line.
void Grouping::FindCalls(Groups& groups) {
  if (groups.first_call.empty()) return;
  std::vector<bool> has_call(graph_.size());
  std::vector<uint32_t> call_of(graph_.size(), CallTree::kNone);
  for (size_t i = 0; i < lines_.size(); ++i) {
    uint32_t node = NodeOf(i, 0);
    lines_[i].calls.ForEach([&](uint32_t call) {
      call_of[node] = groups.CallOf(i, call);
      has_call[node++] = call != CallTree::kNone;
    });
  }
  NearestAbove nearest(graph_, std::move(has_call));
  for (size_t i = 0; i < lines_.size(); ++i) {
    std::vector<uint32_t>& of_line = groups.call.emplace_back();
    for (uint32_t node = 0; node < lines_[i].node_count; ++node) {
      const uint32_t above = nearest.Of(NodeOf(i, node));
      of_line.push_back(above == kNoNode ? CallTree::kNone : call_of[above]);
    }
  }
}

// By line: how many calls those before it have.
std::vector<uint32_t> CountCalls(const std::vector<LineLinks>& lines) {
  std::vector<uint32_t> first;
  uint32_t count = 0;
  for (const LineLinks& line : lines) {
    first.push_back(count);
    count += line.call_tree.size() - 1;
  }
  if (count == 0) first.clear();
  return first;
}

Groups Grouping::Run(bool has_loops) {
  Groups groups;
  groups.first_call = CountCalls(lines_);
  const bool by_markers = rules_.markers && HasMarkers();
  const Iterations iterations =
      by_markers || has_loops ? Iterations() : FindIterations();
  for (const std::vector<uint32_t>& events : iterations) {
    for (size_t i = 1; i < events.size(); ++i)
      graph_.Link(events[0], events[i]);
  }
  graph_.Finish();
  group_.assign(graph_.size(), -1);
  if (!iterations.empty()) {
    groups.by = GroupedBy::kIterations;
    for (const std::vector<uint32_t>& events : iterations) Start(events[0]);
  } else if (by_markers || !has_loops) {
    FindNumbers();
    searched_.assign(graph_.size(), kNoNode);
    const std::vector<Root> roots = FindRoots(by_markers);
    for (const Root& root : roots) {
      roots_of_level_[root.recorded->level].insert(root.node);
    }
    if (!roots.empty()) {
      groups.by = by_markers ? GroupedBy::kMarkers : GroupedBy::kRoots;
    }
    for (const Root& root : roots) {
      if (HasGroup(root.node) || HasRootAbove(root)) continue;
      Start(root.node);
      if (root.recorded->is_implicit) continue;
      groups.steps.push_back({root.line, root.recorded->node, NameOf(root)});
    }
  }
  std::sort(groups.steps.begin(), groups.steps.end(),
            [](const Groups::Step& a, const Groups::Step& b) {
              return std::pair(a.line, a.node) < std::pair(b.line, b.node);
            });
  // The rest asks for parents only.
  graph_.ForgetChildren();
  searched_ = {};
  for (size_t i = 0; i < lines_.size(); ++i) {
    lines_[i].executors = {};
    lines_[i].iterations = {};
    groups.first_node.push_back(NodeOf(i, 0));
  }
  group_.resize(graph_.events());
  groups.group = std::move(group_);
  if (!has_loops || by_markers) FindEager(groups);
  FindCalls(groups);
  return groups;
}

}  // namespace

Groups FindGroups(std::vector<LineLinks>& lines, bool has_loops,
                  const GroupRules& rules, const StringPool& strings) {
  const bool is_grouped =
      std::any_of(lines.begin(), lines.end(),
                  [](const LineLinks& line) { return line.is_grouped; });
  // tfprof: if the file has groups, none are worked out, loops or not.
  if (is_grouped) {
    Groups groups;
    groups.by = GroupedBy::kFile;
    groups.first_call = CountCalls(lines);
    return groups;
  }
  return Grouping(lines, rules, strings).Run(has_loops);
}

}  // namespace tfprof
