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
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "base/once_per_text.h"
#include "base/strings.h"
#include "model/xspace/link_graph.h"

namespace tfprof {

namespace {

// How many nodes are looked at to see whether a root lies below another one.
// Beyond it a root is taken for a step.
constexpr uint64_t kMostVisits = uint64_t{1} << 26;

class Grouping {
 public:
  Grouping(LineLinks& links, const StringPool& strings)
      : links_(links),
        strings_(strings),
        graph_(links),
        captured_ids_(links.captured_ids.begin(), links.captured_ids.end()) {}

  Groups Run(bool has_loops, bool has_calls);

 private:
  using Iterations = std::vector<std::vector<uint32_t>>;

  std::vector<const LineLinks::Root*> FindRoots() const;
  Iterations FindIterations() const;
  bool HasRootAbove(const LineLinks::Root& root);
  void Start(uint32_t root);

  bool HasGroup(uint32_t node) const { return group_[node] != Groups::kNone; }

  std::optional<int64_t> IterationOf(uint32_t node) const;
  std::string NameOf(const LineLinks::Root& root);
  void FindEager(Groups& groups);
  void FindCalls(Groups& groups);

  LineLinks& links_;
  const StringPool& strings_;
  LinkGraph graph_;
  std::set<int64_t> captured_ids_;
  std::vector<int32_t> group_;  // by node
  int32_t next_group_ = 0;

  std::map<int64_t, std::vector<uint32_t>> roots_of_level_;  // in order
  std::vector<uint32_t>
      searched_;  // by node: the root it was last reached from
  uint64_t visits_ = 0;
  OncePerText<std::string> names_;  // of steps
};

// What `list`, which is in order of nodes, has of one; null if nothing.
template <typename T>
const T* FindNode(const ChunkedVector<T>& list, uint32_t node) {
  size_t begin = 0;
  for (size_t end = list.size(); begin < end;) {
    const size_t middle = begin + (end - begin) / 2;
    if (list[middle].node < node) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < list.size() && list[begin].node == node ? &list[begin]
                                                         : nullptr;
}

// The roots, in the order in which they begin groups.
std::vector<const LineLinks::Root*> Grouping::FindRoots() const {
  std::vector<const LineLinks::Root*> roots;
  roots.reserve(links_.roots.size());
  links_.roots.ForEach([&](const LineLinks::Root& root) {
    // What tf.data runs ahead belongs to no step of its own.
    const bool is_captured = root.has_id && captured_ids_.count(root.id) > 0;
    if (!is_captured) roots.push_back(&root);
  });
  std::stable_sort(roots.begin(), roots.end(),
                   [](const LineLinks::Root* a, const LineLinks::Root* b) {
                     return std::pair(-a->level, a->begin_ps) <
                            std::pair(-b->level, b->begin_ps);
                   });
  return roots;
}

// The parts of each iteration of each loop, by begin.
Grouping::Iterations Grouping::FindIterations() const {
  struct Event {
    int64_t begin_ps = 0;
    uint32_t node = 0;
  };

  using Loop = std::map<int64_t, std::vector<Event>>;
  std::map<int64_t, Loop> loops;
  links_.executors.ForEach([&](const IterationPart& event) {
    const Iteration& of = links_.iterations[event.iteration];
    // tfprof: a number of another kind counts as 0.
    const int64_t id = of.id_is_signed ? of.id : 0;
    if (captured_ids_.count(id) > 0) return;
    loops[id][of.number_is_signed ? of.number : 0].push_back(
        {event.begin_ps, event.node});
  });
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
bool Grouping::HasRootAbove(const LineLinks::Root& root) {
  const std::vector<uint32_t>& others = roots_of_level_[root.level];
  if (others.size() < 2) return false;
  std::vector<uint32_t> queue{root.node};
  searched_[root.node] = root.node;
  for (size_t next = 0; next < queue.size(); ++next) {
    const uint32_t node = queue[next];
    if (node != root.node &&
        std::binary_search(others.begin(), others.end(), node)) {
      return true;
    }
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

std::optional<int64_t> Grouping::IterationOf(uint32_t node) const {
  if (const auto* const found = FindNode(links_.iteration_numbers, node)) {
    return found->number;
  }
  if (node >= graph_.events()) return std::nullopt;
  const auto* const part = FindNode(links_.executors, node);
  if (part == nullptr) return std::nullopt;
  const Iteration& of = links_.iterations[part->iteration];
  return of.number_is_signed ? of.number : 0;
}

// "train 3"
std::string Grouping::NameOf(const LineLinks::Root& root) {
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
    if (const auto* const found = FindNode(links_.graph_types, node);
        !type && found != nullptr) {
      type = found->type;
    }
    if (!iteration) iteration = IterationOf(node);
    if (const auto* const found = FindNode(links_.step_numbers, node);
        !step && found != nullptr) {
      step = found->number;
    }
    for (size_t i = 0; i < graph_.CountParents(node); ++i) {
      const LinkNode link = graph_.ParentOf(node, i);
      if (++visits_ > kMostVisits || !seen.insert(link.parent).second) continue;
      queue.emplace(distance + link.distance, seen.size(), link.parent);
    }
  }
  const std::string_view words = type.value_or(strings_[root.name]);
  const int64_t group = group_[root.node];
  return fmt::format("{} {}", names_.Of(words, StandIn),
                     iteration ? *iteration : step.value_or(group));
}

// tfprof: an operation is eager if the closest EagerExecute above it is.
void Grouping::FindEager(Groups& groups) {
  if (links_.eager.empty()) {
    groups.is_eager.resize(graph_.events());
    return;
  }
  std::vector<bool> is_execute(graph_.size());
  std::vector<bool> runs_none(graph_.size());
  links_.eager.ForEach([&](const LineLinks::Numbered& event) {
    is_execute[event.node] = true;
    runs_none[event.node] = event.number != 0;
  });
  NearestAbove nearest(graph_, std::move(is_execute));
  groups.is_eager.reserve(graph_.events());
  for (uint32_t node = 0; node < graph_.events(); ++node) {
    const uint32_t execute = nearest.Of(node);
    groups.is_eager.push_back(execute != kNoNode && runs_none[execute]);
  }
}

// What a thread does for a call runs below it, though not on its line.
void Grouping::FindCalls(Groups& groups) {
  std::vector<bool> has_call(graph_.size());
  std::vector<uint32_t> call_of(graph_.size(), CallTree::kNone);
  uint32_t next = 0;
  links_.calls.Drain([&](uint32_t call) {
    call_of[next] = call;
    has_call[next++] = call != CallTree::kNone;
  });
  NearestAbove nearest(graph_, std::move(has_call));
  groups.call.reserve(graph_.events());
  for (uint32_t node = 0; node < graph_.events(); ++node) {
    const uint32_t above = nearest.Of(node);
    groups.call.push_back(above == kNoNode ? CallTree::kNone : call_of[above]);
  }
}

Groups Grouping::Run(bool has_loops, bool has_calls) {
  Groups groups;
  const Iterations iterations = has_loops ? Iterations() : FindIterations();
  for (const std::vector<uint32_t>& events : iterations) {
    for (size_t i = 1; i < events.size(); ++i)
      graph_.Link(events[0], events[i]);
  }
  graph_.Finish();
  group_.assign(graph_.size(), -1);
  if (!iterations.empty()) {
    groups.by = GroupedBy::kIterations;
    for (const std::vector<uint32_t>& events : iterations) Start(events[0]);
  } else if (!has_loops) {
    searched_.assign(graph_.size(), kNoNode);
    const std::vector<const LineLinks::Root*> roots = FindRoots();
    for (const LineLinks::Root* root : roots) {
      roots_of_level_[root->level].push_back(root->node);
    }
    for (auto& [level, nodes] : roots_of_level_) {
      std::sort(nodes.begin(), nodes.end());
    }
    if (!roots.empty()) groups.by = GroupedBy::kRoots;
    groups.steps.reserve(roots.size());
    for (const LineLinks::Root* root : roots) {
      if (HasGroup(root->node) || HasRootAbove(*root)) continue;
      Start(root->node);
      if (root->is_implicit) continue;
      groups.steps.push_back(
          {root->node, groups.step_names.Intern(NameOf(*root))});
    }
  }
  groups.step_names.Freeze();
  std::sort(groups.steps.begin(), groups.steps.end(),
            [](const Groups::Step& a, const Groups::Step& b) {
              return a.node < b.node;
            });
  // The rest asks for parents only.
  graph_.ForgetChildren();
  std::vector<uint32_t>().swap(searched_);
  roots_of_level_.clear();
  links_.executors = {};
  links_.iterations = {};
  group_.resize(graph_.events());
  groups.group = std::move(group_);
  if (!has_loops) FindEager(groups);
  if (has_calls) FindCalls(groups);
  return groups;
}

}  // namespace

Groups FindGroups(LineLinks links, bool has_loops, bool has_calls,
                  const StringPool& strings) {
  // tfprof: if the file has groups, none are worked out, loops or not.
  if (links.is_grouped) {
    Groups groups;
    groups.by = GroupedBy::kFile;
    return groups;
  }
  return Grouping(links, strings).Run(has_loops, has_calls);
}

}  // namespace tfprof
