// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/node_memory.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

class MemoryByNode {
 public:
  void Add(int64_t step, const MemoryEvent& event) {
    if (event.is_allocation) {
      Allocate(step, event);
    } else {
      Free(step, event);
    }
  }

  std::vector<NodeMemory> Finish() {
    std::vector<NodeMemory> rows;
    for (auto& [key, sums] : nodes_) {
      sums.step = key.first;
      sums.node = shown_[key.second];
      rows.push_back(std::move(sums));
    }
    std::sort(rows.begin(), rows.end(),
              [](const NodeMemory& a, const NodeMemory& b) {
                return std::tie(a.step, a.node) < std::tie(b.step, b.node);
              });
    return rows;
  }

 private:
  struct Piece {
    NodeMemory* node = nullptr;
    int64_t bytes = 0;
  };

  void Allocate(int64_t step, const MemoryEvent& event) {
    const uint32_t node = NodeOf(event.op);
    if (names_[node].empty()) return;
    NodeMemory& sums = nodes_[{step, node}];
    sums.requested_bytes = WrapAdd(sums.requested_bytes, event.requested_bytes);
    if (*event.region == "output") {
      sums.output_bytes = WrapAdd(sums.output_bytes, event.bytes);
    }
    sums.residual_bytes = WrapAdd(sums.residual_bytes, event.bytes);
    sums.peak_bytes = std::max(sums.peak_bytes, sums.residual_bytes);
    alive_[{step, event.address}] = {&sums, event.bytes};
  }

  void Free(int64_t step, const MemoryEvent& event) {
    const auto made = alive_.find({step, event.address});
    if (made == alive_.end()) return;
    const auto [node, bytes] = made->second;
    node->residual_bytes =
        WrapAdd(node->residual_bytes, WrapMultiply(bytes, -1));
    alive_.erase(made);
  }

  // The row of names_ of an operation, of which very many events may tell.
  uint32_t NodeOf(SharedTexts::Text op) {
    const auto next = static_cast<uint32_t>(names_.size());
    const auto known = node_of_op_.try_emplace(op, next);
    if (!known.second) return known.first->second;
    // "name:Type"
    const std::string_view name = op->substr(0, op->find(':'));
    const auto named = node_of_name_.try_emplace(name, next);
    if (named.second) {
      names_.push_back(name);
      shown_.push_back(StandIn(name));
    }
    return node_of_op_[op] = named.first->second;
  }

  std::vector<std::string_view> names_;
  std::vector<std::string> shown_;  // what stands for each of names_
  tsl::robin_map<SharedTexts::Text, uint32_t> node_of_op_;
  tsl::robin_map<std::string_view, uint32_t> node_of_name_;
  std::map<std::pair<int64_t, uint32_t>, NodeMemory> nodes_;
  std::map<std::pair<int64_t, int64_t>, Piece> alive_;  // by step and address
};

}  // namespace

std::vector<NodeMemory> SumMemoryByNode(std::span<const MemoryEvent> events) {
  MemoryByNode nodes;
  for (const MemoryEvent& event : events) {
    nodes.Add(NodeMemory::kWholeRecording, event);
    if (event.step != NodeMemory::kWholeRecording) nodes.Add(event.step, event);
  }
  return nodes.Finish();
}

}  // namespace tfprof
