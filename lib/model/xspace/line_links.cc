// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/line_links.h"

#include "base/hash.h"

namespace tfprof {

namespace {

constexpr RecordedStatSet kProducer{RecordedStat::kProducerType,
                                    RecordedStat::kProducer};
constexpr RecordedStatSet kConsumer{RecordedStat::kConsumerType,
                                    RecordedStat::kConsumer};
constexpr RecordedStatSet kIteration{RecordedStat::kId, RecordedStat::kIterNum};
constexpr RecordedStatSet kOfNodes{RecordedStat::kRoot, RecordedStat::kIterNum,
                                   RecordedStat::kStepNum,
                                   RecordedStat::kGraphType};

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
  line.nodes.Drain([&](LinkNode node) {
    if (node.parent != Id<void>::kNone) node.parent += base;
    nodes.Push(node);
  });
  append(producers, line.producers);
  append(consumers, line.consumers);
  append(launches, line.launches);
  append(kernels, line.kernels);
  iterations.Append(std::move(line.iterations));
  for (auto* parts : {&line.executors, &line.fetches}) {
    for (size_t i = 0; i < parts->size(); ++i) {
      (*parts)[i].iteration += first_iteration;
    }
  }
  append(executors, line.executors);
  append(fetches, line.fetches);
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

bool LineLinker::IsNode(const FileEvent& event, const EventName& name) const {
  return IsNodeType(name.type) || event.stats.HasAny(kOfNodes) ||
         event.stats.HasAll(kProducer) || event.stats.HasAll(kConsumer) ||
         (event.stats.Has(RecordedStat::kCorrelationId) && !name.is_typed());
}

void LineLinker::Add(const FileEvent& event) {
  const EventName& name = plane_.names[event.meta];
  in_order_ = in_order_ && event.begin_ps >= last_begin_ps_;
  last_begin_ps_ = event.begin_ps;
  links_.is_grouped =
      links_.is_grouped || event.stats.Has(RecordedStat::kGroupId);
  if (name.type == EventType::kCapturedFunction &&
      event.stats.Has(RecordedStat::kId)) {
    links_.captured_ids.push_back(event.stats.Signed(RecordedStat::kId));
  }
  const bool is_node = IsNode(event, name);
  is_node_.Push(is_node);
  const CallStack::Place place =
      nest_.Enter(event, is_node ? links_.node_count : kNoNode);
  const uint32_t call = plane_.has_calls
                            ? call_nest_.Enter(event, name.is_call, calls_)
                            : CallTree::kNone;
  if (!is_node) return;
  if (plane_.has_calls) links_.calls.Push(call);
  links_.nodes.Push({place.node, place.distance});
  AddNode(event, name, links_.node_count++);
}

void LineLinker::AddNode(const FileEvent& event, const EventName& name,
                         uint32_t node) {
  if (event.stats.HasAll(kProducer)) {
    links_.producers.Push(ContextOf(event, RecordedStat::kProducerType,
                                    RecordedStat::kProducer, node));
  }
  if (event.stats.HasAll(kConsumer)) {
    links_.consumers.Push(ContextOf(event, RecordedStat::kConsumerType,
                                    RecordedStat::kConsumer, node));
  }
  AddNumbers(event, name, node);
  if (name.type == EventType::kEagerExecute) {
    const bool runs_function =
        !event.stats.Has(RecordedStat::kIsFunction) ||
        event.stats.Signed(RecordedStat::kIsFunction) != 0;
    links_.eager.Push({node, runs_function ? 0 : 1});
  }
  if (event.stats.Has(RecordedStat::kGraphType)) {
    links_.graph_types.Push({node, event.stats.Text(RecordedStat::kGraphType)});
  }
  AddRoot(event, name, node);
}

void LineLinker::AddNumbers(const FileEvent& event, const EventName& name,
                            uint32_t node) {
  const bool is_executor = name.type == EventType::kExecutor;
  const bool is_of_iteration =
      (is_executor || name.type == EventType::kFetch) &&
      event.stats.HasAll(kIteration);
  if (is_of_iteration) {
    const IterationPart of{node, IterationOf(event), event.begin_ps};
    if (is_executor) {
      links_.executors.Push(of);
    } else {
      links_.fetches.Push(of);
    }
  }
  if (event.stats.Has(RecordedStat::kCorrelationId) && !name.is_typed()) {
    const bool is_launch = plane_.kind == XPlane::Kind::kHost;
    (is_launch ? links_.launches : links_.kernels)
        .Push({event.stats.Unsigned(RecordedStat::kCorrelationId), 0, node});
  }
  if (event.stats.Has(RecordedStat::kIterNum) &&
      !(is_executor && is_of_iteration)) {
    links_.iteration_numbers.Push(
        {node, event.stats.Signed(RecordedStat::kIterNum)});
  }
  if (event.stats.Has(RecordedStat::kStepNum)) {
    links_.step_numbers.Push(
        {node, event.stats.Signed(RecordedStat::kStepNum)});
  }
}

void LineLinker::AddRoot(const FileEvent& event, const EventName& name,
                         uint32_t node) {
  const int64_t level = event.stats.Has(RecordedStat::kRoot)
                            ? event.stats.Signed(RecordedStat::kRoot)
                            : int64_t{name.type == EventType::kTraceContext};
  if (level <= 0) return;
  links_.roots.Push(
      {level, event.begin_ps, event.stats.Signed(RecordedStat::kId), node,
       name.text, name.is_implicit_root(), event.stats.Has(RecordedStat::kId)});
}

uint32_t LineLinker::IterationOf(const FileEvent& event) {
  const EventStats& stats = event.stats;
  const uint64_t id = stats.Unsigned(RecordedStat::kId);
  const uint64_t number = stats.Unsigned(RecordedStat::kIterNum);
  const Iteration iteration{static_cast<int64_t>(id),
                            static_cast<int64_t>(number),
                            !stats.IsUnsigned(RecordedStat::kId),
                            !stats.IsUnsigned(RecordedStat::kIterNum)};
  // A thread runs a few iterations in turn.
  const IntHash hash;
  uint32_t& row =
      recent_iterations_[hash(id ^ hash(number)) % recent_iterations_.size()];
  if (row >= links_.iterations.size() || links_.iterations[row] != iteration) {
    row = static_cast<uint32_t>(links_.iterations.size());
    links_.iterations.Push(iteration);
  }
  return row;
}

InContext LineLinker::ContextOf(const FileEvent& event, RecordedStat type,
                                RecordedStat key, uint32_t node) {
  return {event.stats.Unsigned(key),
          static_cast<uint32_t>(event.stats.Signed(type)), node};
}

}  // namespace tfprof
