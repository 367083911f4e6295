// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "model/dump_sink.h"

namespace tfprof {

// Stores the calls for a graph or an op log, so one thread can decode while
// another consumes: nodes without attributes and details. A file may be cut
// into several batches between any two calls.
class DefinitionBatch final : public DumpSink {
 public:
  // Repeats the stored calls in order. `stacks` are the stacks that earlier
  // batches of the file have added to the sink.
  void Replay(DumpSink& sink, std::vector<StackId>& stacks) const;

  // The number of nodes, strings, stacks and entries.
  size_t size() const {
    return nodes_.size() + strings_.size() + stacks_.size() + entries_.size();
  }

  size_t bytes() const { return arena_.size(); }

  // Drops the calls but keeps the memory.
  void Clear();

  // Numbers stacks from `first` on.
  void NumberStacksFrom(size_t first) { first_stack_ = first; }

  // The number of the next stack.
  size_t next_stack() const { return first_stack_ + stacks_.size(); }

  bool wants_attrs() const override { return false; }

  void AddNode(const NodeDefinition& node) override;
  void AddString(int64_t id, std::string_view text) override;
  StackId AddStack(std::span<const FrameRecord> frames) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;

 private:
  struct Entry {
    OpLogEntry entry;
    size_t strings_before = 0;
    size_t stacks_before = 0;
  };

  template <typename Texts>
  std::span<const std::string_view> CopyTexts(const Texts& texts);
  ShapeRecord Copy(const ShapeRecord& shape);

  Arena arena_;
  std::vector<NodeDefinition> nodes_;
  std::vector<std::pair<int64_t, std::string_view>> strings_;
  std::vector<std::span<const FrameRecord>> stacks_;
  std::vector<Entry> entries_;
  size_t first_stack_ = 0;
};

}  // namespace tfprof
