// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/link_graph.h"

#include <algorithm>
#include <map>

namespace tfprof {

namespace {

template <typename Take>
void ForEachIn(const ExecutorList& items, Take take) {
  items.ForEach(take);
}

template <typename T, typename Take>
void ForEachIn(const std::vector<T>& items, Take take) {
  for (const T& item : items) take(item);
}

}  // namespace

LinkGraph::LinkGraph(std::vector<LineLinks>& lines) {
  for (const LineLinks& line : lines) {
    base_.push_back(static_cast<uint32_t>(events_));
    events_ += line.node_count;
  }
  nodes_.reserve(events_);
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].nodes.ForEach([&](NodeList::Node node) {
      if (node.parent != kNoNode) node.parent += base_[i];
      nodes_.push_back(node);
    });
    lines[i].nodes = {};
  }
  LinkFetches(lines);
  LinkKernels(lines);
  LinkContexts(lines);
}

// Elements are asked for by the iteration of an executor.
void LinkGraph::LinkFetches(const std::vector<LineLinks>& lines) {
  std::map<std::pair<int64_t, int64_t>, uint32_t> executors;
  const auto has_fetches = [](const LineLinks& line) {
    return !line.fetches.empty();
  };
  if (std::none_of(lines.begin(), lines.end(), has_fetches)) return;
  const auto for_each = [&](auto member, auto visit) {
    for (size_t i = 0; i < lines.size(); ++i) {
      ForEachIn(lines[i].*member, [&](const ExecutorList::Stretch& event) {
        const Iteration& of = lines[i].iterations[event.iteration];
        visit(std::pair(of.id, of.number), NodeOf(i, event.node));
      });
    }
  };
  for_each(&LineLinks::fetches,
           [&](const auto& key, uint32_t) { executors[key] = kNoNode; });
  for_each(&LineLinks::executors, [&](const auto& key, uint32_t node) {
    const auto asked = executors.find(key);
    if (asked != executors.end()) asked->second = node;
  });
  for_each(&LineLinks::fetches, [&](const auto& key, uint32_t node) {
    if (executors[key] != kNoNode) Link(executors[key], node);
  });
}

// Moves the contexts out of all lines, sorted; those of one key and type in the
// order of the file.
std::vector<InContext> LinkGraph::Collect(std::vector<LineLinks>& lines,
                                          ContextList LineLinks::*list) const {
  size_t count = 0;
  for (const LineLinks& line : lines) count += (line.*list).size();
  std::vector<InContext> contexts;
  contexts.reserve(count);
  for (size_t i = 0; i < lines.size(); ++i) {
    (lines[i].*list).ForEach([&](InContext context) {
      context.node += base_[i];
      contexts.push_back(context);
    });
    lines[i].*list = {};
  }
  // In place, which a stable sort is not.
  std::sort(contexts.begin(), contexts.end(),
            [](const InContext& a, const InContext& b) {
              return a < b || (!(b < a) && a.node < b.node);
            });
  return contexts;
}

// Of the launches of one number the last in the order of the file counts.
void LinkGraph::LinkKernels(std::vector<LineLinks>& lines) {
  const std::vector<InContext> launches = Collect(lines, &LineLinks::launches);
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].kernels.ForEach([&](const InContext& kernel) {
      const auto above =
          std::upper_bound(launches.begin(), launches.end(), kernel);
      if (above == launches.begin() || above[-1] < kernel) return;
      Link(above[-1].node, NodeOf(i, kernel.node));
    });
    lines[i].kernels = {};
  }
}

// Each context becomes a node between its producers and its consumers, so that
// many of both cost no more than their number.
void LinkGraph::LinkContexts(std::vector<LineLinks>& lines) {
  const std::vector<InContext> producers =
      Collect(lines, &LineLinks::producers);
  std::vector<uint32_t> context_of(producers.size());
  for (size_t i = 0; i < producers.size(); ++i) {
    if (i == 0 || producers[i - 1] < producers[i]) ++contexts_;
    context_of[i] = static_cast<uint32_t>(events_ + contexts_ - 1);
    Link(producers[i].node, context_of[i]);
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    auto last = producers.end();
    lines[i].consumers.ForEach([&](const InContext& consumer) {
      const auto has = [&](auto found) {
        return found != producers.end() && !(*found < consumer) &&
               !(consumer < *found);
      };
      if (!has(last)) {
        last = std::lower_bound(producers.begin(), producers.end(), consumer);
      }
      if (!has(last)) return;
      const auto row = static_cast<size_t>(last - producers.begin());
      Link(context_of[row], NodeOf(i, consumer.node));
    });
    lines[i].consumers = {};
  }
}

void LinkGraph::Finish() {
  children_.Fill(size(), [&](auto add) {
    for (uint32_t node = 0; node < events_; ++node) {
      if (nodes_[node].parent != kNoNode) add(nodes_[node].parent, node);
    }
    ForEachLink([&](const Edge& edge) { add(edge.from, edge.to); });
  });
  causes_.Fill(size(), [&](auto add) {
    ForEachLink([&](const Edge& edge) { add(edge.to, edge.from); });
  });
  links_ = {};
}

// False if the parents of `node` must be looked at first.
bool NearestAbove::Enter(uint32_t node) {
  if (found_[node].distance != kNew) return true;
  if (node < is_marked_.size() && is_marked_[node]) {
    found_[node] = {node, 0};
    return true;
  }
  found_[node].distance = kOpen;
  visits_.push_back({node, 0, {kNoNode, kNothing}});
  return false;
}

uint32_t NearestAbove::Of(uint32_t node) {
  Enter(node);
  while (!visits_.empty()) {
    Visit& visit = visits_.back();
    if (visit.next_parent == graph_.CountParents(visit.node)) {
      found_[visit.node] = visit.best;
      visits_.pop_back();
      continue;
    }
    const NodeList::Node link = graph_.ParentOf(visit.node, visit.next_parent);
    if (!Enter(link.parent)) continue;
    ++visit.next_parent;
    // What is open is below this node, too: the links go in a circle.
    const Found& above = found_[link.parent];
    if (above.node == kNoNode) continue;
    const uint32_t distance = above.distance + link.distance;
    if (distance < visit.best.distance) visit.best = {above.node, distance};
  }
  return found_[node].node;
}

}  // namespace tfprof
