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
#include "model/xspace/file_event.h"
#include "model/xspace/plane.h"
#include "model/xspace/python_calls.h"

namespace tfprof {

// The event that a node lies in.
struct LinkNode {
  uint32_t parent = Id<void>::kNone;  // an earlier node
  uint32_t distance = 0;  // from there: one more than events in between
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

// An iteration of a loop, which an executor runs in one or many parts.
struct Iteration {
  int64_t id = 0;  // of the executor
  int64_t number = 0;
  bool id_is_signed = true;
  bool number_is_signed = true;

  bool operator==(const Iteration&) const = default;
};

struct IterationPart {
  uint32_t node = 0;
  uint32_t iteration = 0;  // a row of iterations
  int64_t begin_ps = 0;
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
    bool has_id = false;
  };

  uint32_t node_count = 0;
  ChunkedVector<LinkNode> nodes;  // until they are linked
  ChunkedVector<InContext> producers;
  ChunkedVector<InContext> consumers;
  ChunkedVector<Iteration> iterations;
  ChunkedVector<IterationPart> executors;
  ChunkedVector<IterationPart> fetches;  // requests for an element
  ChunkedVector<InContext> launches;     // their key is a correlation id
  ChunkedVector<InContext> kernels;
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
class LineLinker {
 public:
  explicit LineLinker(const XPlane& plane) : plane_(plane) {}

  // The stats that it looks at.
  static constexpr RecordedStatSet kStats{
      RecordedStat::kRoot,         RecordedStat::kAsync,
      RecordedStat::kProducerType, RecordedStat::kProducer,
      RecordedStat::kConsumerType, RecordedStat::kConsumer,
      RecordedStat::kId,           RecordedStat::kIterNum,
      RecordedStat::kStepNum,      RecordedStat::kGraphType,
      RecordedStat::kIsFunction,   RecordedStat::kCorrelationId,
      RecordedStat::kGroupId};

  void Add(const FileEvent& event);

  // No event began before the one in front of it.
  bool in_order() const { return in_order_; }

  LinkedLine Finish() {
    return {std::move(links_), std::move(is_node_), std::move(calls_)};
  }

 private:
  bool IsNode(const FileEvent& event, const EventName& name) const;
  void AddNode(const FileEvent& event, const EventName& name, uint32_t node);
  void AddRoot(const FileEvent& event, const EventName& name, uint32_t node);
  void AddNumbers(const FileEvent& event, const EventName& name, uint32_t node);
  uint32_t IterationOf(const FileEvent& event);
  static InContext ContextOf(const FileEvent& event, RecordedStat type,
                             RecordedStat key, uint32_t node);

  const XPlane& plane_;
  LineLinks links_;
  NodeBits is_node_;
  CallTree calls_;
  CallStack nest_;
  CallNest call_nest_;
  int64_t last_begin_ps_ = INT64_MIN;
  bool in_order_ = true;

  // Of iterations that were met lately, the row of each, by their hash.
  std::array<uint32_t, 256> recent_iterations_{};
};

}  // namespace tfprof
