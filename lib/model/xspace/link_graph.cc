// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/link_graph.h"

#include <algorithm>
#include <map>

namespace tfprof {

namespace {

// Moves the contexts out of `list`, sorted; those of one key and type in the
// order of the file.
std::vector<InContext> SortedFrom(ChunkedVector<InContext>& list) {
  std::vector<InContext> contexts;
  contexts.reserve(list.size());
  list.Drain([&](const InContext& context) { contexts.push_back(context); });
  // In place, which a stable sort is not.
  std::sort(contexts.begin(), contexts.end(),
            [](const InContext& a, const InContext& b) {
              return a < b || (!(b < a) && a.node < b.node);
            });
  return contexts;
}

}  // namespace

LinkGraph::LinkGraph(LineLinks& links) : events_(links.node_count) {
  nodes_.reserve(events_);
  links.nodes.Drain([&](const LinkNode& node) { nodes_.push_back(node); });
  LinkFetches(links);
  LinkKernels(links);
  LinkContexts(links);
}

// Elements are asked for by the iteration of an executor.
void LinkGraph::LinkFetches(const LineLinks& links) {
  if (links.fetches.empty()) return;
  std::map<std::pair<int64_t, int64_t>, uint32_t> executors;
  const auto key_of = [&](const IterationPart& event) {
    const Iteration& of = links.iterations[event.iteration];
    return std::pair(of.id, of.number);
  };
  links.fetches.ForEach(
      [&](const IterationPart& event) { executors[key_of(event)] = kNoNode; });
  links.executors.ForEach([&](const IterationPart& event) {
    const auto asked = executors.find(key_of(event));
    if (asked != executors.end()) asked->second = event.node;
  });
  links.fetches.ForEach([&](const IterationPart& event) {
    const uint32_t executor = executors[key_of(event)];
    if (executor != kNoNode) Link(executor, event.node);
  });
}

// Of the launches of one number the last in the order of the file counts.
void LinkGraph::LinkKernels(LineLinks& links) {
  const std::vector<InContext> launches = SortedFrom(links.launches);
  links.kernels.Drain([&](const InContext& kernel) {
    const auto above =
        std::upper_bound(launches.begin(), launches.end(), kernel);
    if (above == launches.begin() || above[-1] < kernel) return;
    Link(above[-1].node, kernel.node);
  });
}

// Each context becomes a node between its producers and its consumers, so that
// many of both cost no more than their number.
void LinkGraph::LinkContexts(LineLinks& links) {
  const std::vector<InContext> producers = SortedFrom(links.producers);
  std::vector<uint32_t> context_of(producers.size());
  for (size_t i = 0; i < producers.size(); ++i) {
    if (i == 0 || producers[i - 1] < producers[i]) ++contexts_;
    context_of[i] = static_cast<uint32_t>(events_ + contexts_ - 1);
    Link(producers[i].node, context_of[i]);
  }
  auto last = producers.end();
  links.consumers.Drain([&](const InContext& consumer) {
    const auto has = [&](auto found) {
      return found != producers.end() && !(*found < consumer) &&
             !(consumer < *found);
    };
    if (!has(last)) {
      last = std::lower_bound(producers.begin(), producers.end(), consumer);
    }
    if (!has(last)) return;
    Link(context_of[static_cast<size_t>(last - producers.begin())],
         consumer.node);
  });
}

void LinkGraph::Finish() {
  children_.Fill(size(), [&](auto add) {
    for (uint32_t node = 0; node < events_; ++node) {
      if (nodes_[node].parent != kNoNode) add(nodes_[node].parent, node);
    }
    links_.ForEach([&](const Edge& edge) { add(edge.from, edge.to); });
  });
  causes_.Fill(size(), [&](auto add) {
    links_.ForEach([&](const Edge& edge) { add(edge.to, edge.from); });
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
    const LinkNode link = graph_.ParentOf(visit.node, visit.next_parent);
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
