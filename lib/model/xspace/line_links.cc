// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/line_links.h"

#include "base/hash.h"

namespace tfprof {

namespace {

constexpr StatKeys kProducer{StatKey::kProducerType, StatKey::kProducer};
constexpr StatKeys kConsumer{StatKey::kConsumerType, StatKey::kConsumer};
constexpr StatKeys kIteration{StatKey::kId, StatKey::kIterNum};
constexpr StatKeys kOfNodes{StatKey::kRoot, StatKey::kIterNum,
                            StatKey::kStepNum, StatKey::kGraphType};

bool IsNodeType(EventType type) {
  return type == EventType::kExecutor || type == EventType::kFetch ||
         type == EventType::kTraceContext || type == EventType::kEagerExecute ||
         type == EventType::kRegionBegin;
}

}  // namespace

void LineLinks::Append(LineLinks line, uint32_t first_call) {
  const uint32_t base = node_count;
  const auto first_iteration = static_cast<uint32_t>(iterations.size());
  const auto append = [&](auto& list, auto& more) {
    more.Drain([&](auto item) {
      item.node += base;
      list.Push(item);
    });
  };
  node_count += line.node_count;
  nodes.Append(std::move(line.nodes));
  producers.Append(std::move(line.producers), base);
  consumers.Append(std::move(line.consumers), base);
  launches.Append(std::move(line.launches), base);
  kernels.Append(std::move(line.kernels), base);
  iterations.Append(std::move(line.iterations));
  const auto stretch_of = [&](ExecutorList::Stretch stretch) {
    stretch.node += base;
    stretch.iteration += first_iteration;
    return stretch;
  };
  line.executors.ForEach([&](const ExecutorList::Stretch& stretch) {
    executors.Push(stretch_of(stretch));
  });
  line.fetches.Drain([&](const ExecutorList::Stretch& stretch) {
    fetches.Push(stretch_of(stretch));
  });
  append(eager, line.eager);
  append(iteration_numbers, line.iteration_numbers);
  append(step_numbers, line.step_numbers);
  append(graph_types, line.graph_types);
  append(roots, line.roots);
  captured_ids.insert(captured_ids.end(), line.captured_ids.begin(),
                      line.captured_ids.end());
  if (!line.calls.empty()) {
    while (calls.size() < base) calls.Push(CallTree::kNone);
  }
  line.calls.Drain([&](uint32_t call) {
    calls.Push(call == CallTree::kNone ? call : first_call + call);
  });
  is_grouped = is_grouped || line.is_grouped;
}

bool LineLinker::IsNode(const XEvent& event, const EventName& name) const {
  return IsNodeType(name.type) || event.keys.HasAny(kOfNodes) ||
         event.keys.HasAll(kProducer) || event.keys.HasAll(kConsumer) ||
         (event.Has(StatKey::kCorrelationId) && !name.is_typed());
}

void LineLinker::Add(const XEvent& event) {
  const EventName& name = plane_.names[event.name];
  links_.is_grouped = links_.is_grouped || event.Has(StatKey::kGroupId);
  if (name.type == EventType::kCapturedFunction && event.Has(StatKey::kId)) {
    links_.captured_ids.push_back(event.Stat(StatKey::kId).Signed());
  }
  const bool is_node = IsNode(event, name);
  is_node_.Push(is_node);
  const CallStack::Place place =
      nest_.Enter(event, name.type, is_node ? links_.node_count : kNoNode);
  const uint32_t call =
      plane_.has_calls ? call_nest_.Enter(event, name.is_call, calls_)
                       : CallTree::kNone;
  if (!is_node) return;
  if (plane_.has_calls) links_.calls.Push(call);
  links_.nodes.Push({place.node, place.distance});
  AddNode(event, name, links_.node_count++);
}

void LineLinker::AddNode(const XEvent& event, const EventName& name,
                         uint32_t node) {
  if (event.keys.HasAll(kProducer)) {
    links_.producers.Push(
        ContextOf(event, StatKey::kProducerType, StatKey::kProducer, node));
  }
  if (event.keys.HasAll(kConsumer)) {
    links_.consumers.Push(
        ContextOf(event, StatKey::kConsumerType, StatKey::kConsumer, node));
  }
  AddNumbers(event, name, node);
  if (name.type == EventType::kEagerExecute) {
    const bool runs_function = !event.Has(StatKey::kIsFunc) ||
                               event.Stat(StatKey::kIsFunc).Signed() != 0;
    links_.eager.Push({node, runs_function ? 0 : 1});
  }
  if (event.Has(StatKey::kGraphType)) {
    links_.graph_types.Push({node, event.Stat(StatKey::kGraphType).Text()});
  }
  AddRoot(event, name, node);
}

void LineLinker::AddNumbers(const XEvent& event, const EventName& name,
                            uint32_t node) {
  const bool is_executor = name.type == EventType::kExecutor;
  const bool is_of_iteration =
      (is_executor || name.type == EventType::kFetch) &&
      event.keys.HasAll(kIteration);
  if (is_of_iteration) {
    const ExecutorList::Stretch of{node, IterationOf(event), event.begin_ps};
    if (is_executor) {
      links_.executors.Push(of);
    } else {
      links_.fetches.Push(of);
    }
  }
  if (event.Has(StatKey::kCorrelationId) && !name.is_typed()) {
    const bool is_launch = plane_.kind == XPlane::Kind::kHost;
    (is_launch ? links_.launches : links_.kernels)
        .Push({event.Stat(StatKey::kCorrelationId).Unsigned(), 0, node});
  }
  if (event.Has(StatKey::kIterNum) && !(is_executor && is_of_iteration)) {
    links_.iteration_numbers.Push(
        {node, event.Stat(StatKey::kIterNum).Signed()});
  }
  if (event.Has(StatKey::kStepNum)) {
    // tfprof: a number of another kind counts as 0.
    const XStat& number = event.Stat(StatKey::kStepNum);
    links_.step_numbers.Push(
        {node, rules_.unsigned_numbers ? static_cast<int64_t>(number.Unsigned())
                                       : number.Signed()});
  }
}

void LineLinker::AddRoot(const XEvent& event, const EventName& name,
                         uint32_t node) {
  const int64_t level = event.Has(StatKey::kRoot)
                            ? event.Stat(StatKey::kRoot).Signed()
                            : int64_t{name.type == EventType::kTraceContext};
  if (level <= 0) return;
  links_.roots.Push({level, event.begin_ps, event.Stat(StatKey::kId).Signed(),
                     node, name.text, name.is_implicit_root(),
                     event.Has(StatKey::kStepNum), event.Has(StatKey::kId)});
}

uint32_t LineLinker::IterationOf(const XEvent& event) {
  const XStat& id = event.Stat(StatKey::kId);
  const XStat& number = event.Stat(StatKey::kIterNum);
  const Iteration iteration{static_cast<int64_t>(id.Unsigned()),
                            static_cast<int64_t>(number.Unsigned()),
                            id.kind != XStat::Kind::kUnsigned,
                            number.kind != XStat::Kind::kUnsigned};
  // A thread runs a few iterations in turn.
  const IntHash hash;
  uint32_t& row =
      recent_iterations_[hash(id.Unsigned() ^ hash(number.Unsigned())) %
                         recent_iterations_.size()];
  if (row >= links_.iterations.size() || links_.iterations[row] != iteration) {
    row = static_cast<uint32_t>(links_.iterations.size());
    links_.iterations.Push(iteration);
  }
  return row;
}

InContext LineLinker::ContextOf(const XEvent& event, StatKey type, StatKey key,
                                uint32_t node) {
  return {event.Stat(key).Unsigned(),
          static_cast<uint32_t>(event.Stat(type).Signed()), node};
}

}  // namespace tfprof
