// SPDX-License-Identifier: Apache-2.0
#include "recorded/operations.h"

#include <vector>

#include "model/xspace/event_name.h"
#include "model/xspace/execution.h"
#include "recorded/work_parts.h"

namespace tfprof {

namespace {

// An execution that is no operation: an instruction of XLA.
constexpr uint32_t kInstructionRow = UINT32_MAX;

// Takes the self times of the operations of threads.
class OperationSink final : public ExecutionSink {
 public:
  OperationSink(RecordedHost& host, NodeFinder& nodes,
                const std::vector<EventName>& names)
      : host_(host), nodes_(nodes), names_(names) {}

  void Count(const Execution& execution) override {
    if (execution.row == kInstructionRow) return;
    const EventName& name = names_[execution.row];
    RecordedHost::Operation& row = host_.operations.emplace_back();
    row.event = static_cast<uint32_t>(execution.number);
    row.node = nodes_.NodeOf(name.op_name, name.op_type);
    row.device = kNoRow;
    row.is_eager = execution.is_candidate;
    row.self_ps = execution.self_ps;
  }

 private:
  RecordedHost& host_;
  NodeFinder& nodes_;
  const std::vector<EventName>& names_;
};

}  // namespace

void FindOperations(RecordedHost& host, NodeFinder& nodes) {
  std::vector<EventName> names;  // by name of HostEvents
  names.reserve(host.events.names.size());
  for (const HostEvents::Name& name : host.events.names) {
    names.push_back(ClassifyEventName(host.Text(name.text), host.strings));
  }
  size_t most = 0;
  for (const HostEvents::Row& event : host.events.rows) {
    const EventName& name = names[event.name];
    most += name.is_row() || name.type == EventType::kEagerLocal ? 1 : 0;
  }
  host.operations.reserve(most);
  OperationSink sink(host, nodes, names);
  for (const RecordedHost::Line& line : host.lines) {
    ExclusiveSelfTimes self_times(sink);
    for (uint32_t row = line.first; row < line.end; ++row) {
      const HostEvents::Row& event = host.events[row];
      const EventName& name = names[event.name];
      const HostEvents::Stats& stats = host.events.StatsOf(row);
      const bool is_instruction = stats.Is(HostEvents::kHloOp);
      const bool is_eager = name.type == EventType::kEagerLocal;
      if (!is_instruction && !name.is_row() && !is_eager) continue;
      if (!IsPossibleTime(event.begin_ps, event.length_ps())) continue;
      Execution execution;
      execution.row = is_instruction ? kInstructionRow : event.name;
      execution.is_candidate = !is_instruction && !name.is_row();
      execution.number = row;
      execution.begin_ps = event.begin_ps;
      execution.duration_ps = event.length_ps();
      self_times.Add(execution);
    }
    self_times.Finish();
  }
  for (RecordedHost::Operation& row : host.operations) {
    row.device = host.FindDevice(DeviceKind::kCpu,
                                 host.events.StatsOf(row.event).device_ordinal);
  }
}

}  // namespace tfprof
