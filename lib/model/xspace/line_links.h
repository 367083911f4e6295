// SPDX-License-Identifier: Apache-2.0
// How the events of a line are linked to each other and to those of other
// lines: the little of them that grouping into steps needs.
//
// A node is an event that has such a link, or that begins a step. All other
// events belong to the node that they lie in.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/growing.h"
#include "base/ids.h"
#include "model/xspace/event.h"
#include "model/xspace/nest.h"
#include "model/xspace/packed_links.h"
#include "model/xspace/plane.h"
#include "model/xspace/python_calls.h"

namespace tfprof {

struct LinkRules {
  bool regions = false;  // as Nest has them

  // The number of a step counts whether it was recorded with a sign or without.
  bool unsigned_numbers = false;
};

struct LineLinks {
  // Number and node of an event that has that number.
  struct Numbered {
    uint32_t node = 0;
    int64_t number = 0;
  };

  struct Root {
    uint32_t node = 0;
    int64_t level = 0;
    int64_t begin_ps = 0;
    StringId name;
    bool is_implicit = false;
    bool has_step_number = false;
    bool has_id = false;
    int64_t id = 0;
  };

  uint32_t node_count = 0;
  std::vector<bool> is_node;  // by event of the line
  NodeList nodes;             // until they are linked
  ContextList producers;
  ContextList consumers;
  Growing<Iteration> iterations;
  ExecutorList executors;
  std::vector<ExecutorList::Stretch> fetches;  // requests for an element
  ContextList launches;                        // their key is a correlation id
  ContextList kernels;
  std::vector<Numbered> eager;  // EagerExecute; 1 if it runs no function
  std::vector<Numbered> iteration_numbers;  // of others than executors
  std::vector<Numbered> step_numbers;
  std::vector<std::pair<uint32_t, std::string_view>> graph_types;
  std::vector<int64_t> captured_ids;  // of functions of tf.data
  std::vector<Root> roots;
  CallTree call_tree;
  Growing<uint32_t> calls;  // by node, of call_tree; empty without any
  bool is_grouped = false;  // some event has a group already
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

  LineLinks Finish() { return std::move(links_); }

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
  Nest nest_;
  CallNest call_nest_;

  // Of iterations that were met lately, the row of each, by their hash.
  std::array<uint32_t, 256> recent_iterations_{};
};

}  // namespace tfprof
