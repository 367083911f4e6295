// SPDX-License-Identifier: Apache-2.0
// The links of all lines of a recording as one graph, from an event to those
// that it causes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/xspace/line_links.h"

namespace tfprof {

class LinkGraph {
 public:
  // `links` of all lines, whose nest and contexts are used up.
  explicit LinkGraph(LineLinks& links);

  // `to` was caused by `from`. Only before Finish().
  void Link(uint32_t from, uint32_t to) { links_.Push({from, to}); }

  // Makes the lists of children and parents.
  void Finish();

  // Gives the memory of children back: after it only parents are known.
  void ForgetChildren() { children_ = {}; }

  // Nodes of events, and behind them one a context.
  size_t size() const { return events_ + contexts_; }

  size_t events() const { return events_; }

  std::span<const uint32_t> ChildrenOf(uint32_t node) const {
    return children_[node];
  }

  size_t CountParents(uint32_t node) const {
    return LiesInOne(node) + causes_[node].size();
  }

  // Parent `i` of a node. The event that it lies in, if any, is the first.
  LinkNode ParentOf(uint32_t node, size_t i) const {
    if (LiesInOne(node) && i-- == 0) return nodes_[node];
    const uint32_t cause = causes_[node][i];
    // Producers are one link away from consumers, not two.
    return {cause, uint32_t{cause < events_}};
  }

 private:
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
  };

  // Rows of numbers in two vectors.
  class Rows {
   public:
    // `edges(add)` calls add(row, item) for each item; it runs twice.
    template <typename Edges>
    void Fill(size_t rows, Edges edges) {
      begin_.assign(rows + 1, 0);
      edges([&](uint32_t row, uint32_t) { ++begin_[row + 1]; });
      for (size_t row = 0; row < rows; ++row) begin_[row + 1] += begin_[row];
      items_.resize(begin_[rows]);
      // Each row is filled from its begin, which so moves to its end.
      edges([&](uint32_t row, uint32_t item) { items_[begin_[row]++] = item; });
      for (size_t row = rows; row > 0; --row) begin_[row] = begin_[row - 1];
      begin_[0] = 0;
    }

    std::span<const uint32_t> operator[](size_t row) const {
      return {items_.data() + begin_[row], begin_[row + 1] - begin_[row]};
    }

   private:
    std::vector<uint32_t> begin_;
    std::vector<uint32_t> items_;
  };

  bool LiesInOne(uint32_t node) const {
    return node < events_ && nodes_[node].parent != kNoNode;
  }

  void LinkFetches(const LineLinks& links);
  void LinkKernels(LineLinks& links);
  void LinkContexts(LineLinks& links);

  std::vector<LinkNode> nodes_;
  size_t events_ = 0;
  size_t contexts_ = 0;
  ChunkedVector<Edge> links_;
  Rows children_;
  Rows causes_;  // parents, less the event it lies in
};

// The closest node above each node that has a mark, itself first.
class NearestAbove {
 public:
  NearestAbove(const LinkGraph& graph, std::vector<bool> is_marked)
      : graph_(graph), is_marked_(std::move(is_marked)), found_(graph.size()) {}

  // kNoNode if there is none.
  uint32_t Of(uint32_t node);

 private:
  struct Found {
    uint32_t node = kNoNode;
    uint32_t distance = kNew;

    bool operator==(const Found&) const = default;
  };

  // Distances that are none.
  static constexpr uint32_t kNew = UINT32_MAX;
  static constexpr uint32_t kOpen = UINT32_MAX - 1;
  static constexpr uint32_t kNothing = UINT32_MAX - 2;

  // A node whose parents are being looked at.
  struct Visit {
    uint32_t node;
    uint32_t next_parent;
    Found best;
  };

  bool Enter(uint32_t node);

  const LinkGraph& graph_;
  std::vector<bool> is_marked_;
  std::vector<Found> found_;
  std::vector<Visit> visits_;
};

}  // namespace tfprof
