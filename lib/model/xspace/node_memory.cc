// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/node_memory.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/numbers.h"

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
      sums.node = key.second;
      rows.push_back(std::move(sums));
    }
    return rows;
  }

 private:
  struct Piece {
    NodeMemory* node = nullptr;
    int64_t bytes = 0;
  };

  void Allocate(int64_t step, const MemoryEvent& event) {
    // "name:Type"
    const std::string_view node = event.op->substr(0, event.op->find(':'));
    if (node.empty()) return;
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

  std::map<std::pair<int64_t, std::string_view>, NodeMemory> nodes_;
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
