// SPDX-License-Identifier: Apache-2.0
// How the events of lines are linked to each other: the little of them that
// grouping into steps needs.
//
// A node is an event that has such a link, or that begins a step. All other
// events belong to the node that they lie in.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/chunked_vector.h"
#include "base/ids.h"
#include "model/xspace/call_stack.h"
#include "model/xspace/event.h"
#include "model/xspace/packed_links.h"
#include "model/xspace/plane.h"
#include "model/xspace/python_calls.h"

namespace tfprof {

struct LinkRules {
  bool regions = false;  // as Nest has them

  // The number of a step counts whether it was recorded with a sign or without.
  bool unsigned_numbers = false;
};

// Those of a line, or of all. There may be nearly as many lines as events, so
// that those of each are put behind those of the lines before it.
struct LineLinks {
  // Number and node of an event that has that number.
  struct Numbered {
    uint32_t node = 0;
    int64_t number = 0;
  };

  struct GraphType {
    uint32_t node = 0;
    std::string_view type;
  };

  struct Root {
    int64_t level = 0;
    int64_t begin_ps = 0;
    int64_t id = 0;
    uint32_t node = 0;
    StringId name;
    bool is_implicit = false;
    bool has_step_number = false;
    bool has_id = false;
  };

  uint32_t node_count = 0;
  NodeList nodes;  // until they are linked
  ContextList producers;
  ContextList consumers;
  ChunkedVector<Iteration> iterations;
  ExecutorList executors;
  ChunkedVector<ExecutorList::Stretch> fetches;  // requests for an element
  ContextList launches;                    // their key is a correlation id
  ContextList kernels;
  ChunkedVector<Numbered> eager;  // EagerExecute; 1 if it runs no function
  ChunkedVector<Numbered> iteration_numbers;  // of others than executors
  ChunkedVector<Numbered> step_numbers;
  ChunkedVector<GraphType> graph_types;
  std::vector<int64_t> captured_ids;  // of functions of tf.data
  ChunkedVector<Root> roots;
  // By node: the call of its line, or of all lines, that it lies in. Nodes
  // behind the last of them have none.
  ChunkedVector<uint32_t> calls;
  bool is_grouped = false;  // some event has a group already

  // Puts the links of the next line behind these, whose calls count on from
  // `first_call`.
  void Append(LineLinks line, uint32_t first_call);
};

// Which events are nodes, by event.
class NodeBits {
 public:
  void Push(bool is_node) {
    if (size_ % 64 == 0) words_.push_back(0);
    words_.back() |= uint64_t{is_node} << size_ % 64;
    ++size_;
  }

  const std::vector<uint64_t>& words() const { return words_; }

  // Takes them one after the other.
  class Reader {
   public:
    explicit Reader(const uint64_t* words) : next_(words) {}

    bool Take() {
      if (left_ == 0) {
        word_ = *next_++;
        left_ = 64;
      }
      --left_;
      const bool bit = (word_ & 1) != 0;
      word_ >>= 1;
      return bit;
    }

   private:
    const uint64_t* next_;
    uint64_t word_ = 0;
    int left_ = 0;
  };

 private:
  std::vector<uint64_t> words_;
  size_t size_ = 0;
};

// What is found in a line.
struct LinkedLine {
  LineLinks links;
  NodeBits is_node;
  CallTree calls;
};

inline constexpr uint32_t kNoNode = Id<void>::kNone;

// Collects the links of a line. Texts are those of the file.
class LineLinker final : public EventSink {
 public:
  LineLinker(const XPlane& plane, const LinkRules& rules)
      : plane_(plane), rules_(rules), nest_(rules.regions) {}

  // The stats that it looks at.
  static constexpr StatKeys kStats{
      StatKey::kRoot,      StatKey::kAsync,         StatKey::kProducerType,
      StatKey::kProducer,  StatKey::kConsumerType,  StatKey::kConsumer,
      StatKey::kId,        StatKey::kIterNum,       StatKey::kStepNum,
      StatKey::kGraphType, StatKey::kCorrelationId, StatKey::kIsFunc,
      StatKey::kGroupId};

  void Add(const XEvent& event) override;

  LinkedLine Finish() {
    return {std::move(links_), std::move(is_node_), std::move(calls_)};
  }

 private:
  bool IsNode(const XEvent& event, const EventName& name) const;
  void AddNode(const XEvent& event, const EventName& name, uint32_t node);
  void AddRoot(const XEvent& event, const EventName& name, uint32_t node);
  void AddNumbers(const XEvent& event, const EventName& name, uint32_t node);
  uint32_t IterationOf(const XEvent& event);
  static InContext ContextOf(const XEvent& event, StatKey type, StatKey key,
                             uint32_t node);

  const XPlane& plane_;
  const LinkRules rules_;
  LineLinks links_;
  NodeBits is_node_;
  CallTree calls_;
  CallStack nest_;
  CallNest call_nest_;

  // Of iterations that were met lately, the row of each, by their hash.
  std::array<uint32_t, 256> recent_iterations_{};
};

}  // namespace tfprof
