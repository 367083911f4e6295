// SPDX-License-Identifier: Apache-2.0
// Lists of the links of a line, of which there are as many as events.
// Neighbours differ by little, so that each takes a few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/varints.h"

namespace tfprof {

// What each node lies in, in the order of the nodes.
class NodeList {
 public:
  struct Node {
    uint32_t parent = Id<void>::kNone;  // an earlier node
    uint32_t distance = 0;  // from there: one more than events in between
  };

  void Push(const Node& node) {
    const bool lies = node.parent != Id<void>::kNone;
    numbers_.Push(lies ? size_ - node.parent : 0);
    numbers_.Push(node.distance);
    ++size_;
  }

  uint32_t size() const { return size_; }

  // Puts the nodes of another line behind these.
  void Append(NodeList other) {
    numbers_.Append(std::move(other.numbers_));
    size_ += other.size_;
  }

  template <typename Take>
  void ForEach(Take take) const {
    Varints::Reader reader(numbers_);
    for (uint32_t i = 0; i < size_; ++i) {
      Node node;
      const auto back = static_cast<uint32_t>(reader.Take());
      if (back > 0) node.parent = i - back;
      node.distance = static_cast<uint32_t>(reader.Take());
      take(node);
    }
  }

 private:
  Varints numbers_;
  uint32_t size_ = 0;
};

// Events that have the same type and key are producers and consumers of each
// other.
struct InContext {
  uint64_t key = 0;
  uint32_t type = 0;  // the low half: types are few
  uint32_t node = 0;

  bool operator<(const InContext& other) const {
    return key != other.key ? key < other.key : type < other.type;
  }
};

class ContextList {
 public:
  void Push(const InContext& context) {
    numbers_.PushStep(last_.node, context.node);
    numbers_.PushStep(last_.key, context.key);
    numbers_.PushStep(last_.type, context.type);
    last_ = context;
    ++size_;
  }

  size_t size() const { return size_; }

  // Puts those of another line behind these, whose nodes count from `base`.
  void Append(ContextList other, uint32_t base) {
    if (size_ == 0 && base == 0) {
      *this = std::move(other);
      return;
    }
    other.ForEach([&](InContext context) {
      context.node += base;
      Push(context);
    });
  }

  template <typename Take>
  void ForEach(Take take) const {
    Varints::Reader reader(numbers_);
    InContext context;
    for (size_t i = 0; i < size_; ++i) {
      context.node = static_cast<uint32_t>(reader.TakeStep(context.node));
      context.key = reader.TakeStep(context.key);
      context.type = static_cast<uint32_t>(reader.TakeStep(context.type));
      take(context);
    }
  }

 private:
  Varints numbers_;
  InContext last_;
  size_t size_ = 0;
};

// An iteration of a loop, which an executor runs in one or many stretches.
struct Iteration {
  int64_t id = 0;  // of the executor
  int64_t number = 0;
  bool id_is_signed = true;
  bool number_is_signed = true;

  bool operator==(const Iteration&) const = default;
};

// Stretches of executors, each of an iteration, by node.
class ExecutorList {
 public:
  struct Stretch {
    uint32_t node = 0;
    uint32_t iteration = 0;  // a row of iterations
    int64_t begin_ps = 0;
  };

  void Push(const Stretch& stretch);

  template <typename Take>
  void ForEach(Take take) const {
    Varints::Reader reader(numbers_);
    Stretch stretch;
    for (size_t i = 0; i < size_; ++i) {
      stretch = Next(reader, stretch);
      take(stretch);
    }
  }

  // The row of iterations of that node, if it is an executor's.
  std::optional<uint32_t> IterationOf(uint32_t node) const;

 private:
  // From where to look for a node.
  struct Mark {
    Stretch before;
    size_t at = 0;
  };

  static constexpr size_t kStretchesOfMark = 128;

  static Stretch Next(Varints::Reader& reader, const Stretch& last) {
    Stretch next;
    next.node = static_cast<uint32_t>(reader.TakeStep(last.node));
    next.iteration = static_cast<uint32_t>(reader.TakeStep(last.iteration));
    next.begin_ps = static_cast<int64_t>(
        reader.TakeStep(static_cast<uint64_t>(last.begin_ps)));
    return next;
  }

  Varints numbers_;
  std::vector<Mark> marks_;
  Stretch last_;
  size_t size_ = 0;
};

}  // namespace tfprof
