// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "analysis/tasks/step_tasks.h"
#include "base/numbers.h"
#include "model/dtype.h"
#include "store/dump_writer.h"

namespace tfprof {

namespace {

// A time in ns as us from the start of the step; nothing if it is 0.
std::optional<double> MicrosSince(int64_t start_ns, int64_t at_ns) {
  if (at_ns == 0) return std::nullopt;
  return static_cast<double>(WrapAdd(at_ns, WrapMultiply(start_ns, -1))) / 1000;
}

void FindNodes(const WrittenNodes& nodes, PreparedStep& step) {
  constexpr uint32_t kNotLooked = PreparedStep::kNoNode - 1;
  const StepRecords& records = step.records;
  std::vector<uint32_t> node_of_name(records.strings.size(), kNotLooked);
  step.node.assign(records.size(), PreparedStep::kNoNode);
  for (size_t i = 0; i < records.size(); ++i) {
    const StringId name = records.node[i];
    if (!name.valid()) continue;
    uint32_t& node = node_of_name[name.value];
    if (node == kNotLooked) {
      const auto found = nodes.Find(records.strings[name]);
      node = found ? static_cast<uint32_t>(*found) : PreparedStep::kNoNode;
    }
    step.node[i] = node;
  }
}

// Lanes are unknown without times.
void PlaceRecords(PreparedStep& step) {
  step.lane.assign(step.records.size(), PreparedStep::kNoLane);
  step.clock_offset.assign(step.records.size(), 0);
  const Result<std::vector<StepTasks>> hosts = TasksByHost(step.records);
  if (!hosts) return;
  uint32_t first = 0;
  for (const StepTasks& tasks : *hosts) {
    for (size_t task = 0; task < tasks.size(); ++task) {
      step.lane[tasks.record[task]] = first + tasks.lane[task];
      if (tasks.IsOnStream(task)) {
        step.clock_offset[tasks.record[task]] = tasks.clock_offset;
      }
    }
    first += tasks.lanes;
  }
}

std::string TextOfShape(std::span<const int64_t> dims) {
  return fmt::format("[{}]", fmt::join(dims, ","));
}

std::string_view KindOf(StepLine line) {
  switch (line) {
    case StepLine::kOperations:
      return "operations";
    case StepLine::kStream:
      return "stream";
    case StepLine::kAllStreams:
      return "all streams";
    case StepLine::kCopies:
      return "copies";
    case StepLine::kOther:
      break;
  }
  return "";
}

std::string AllocatorName(const StepRecords& records,
                          const AllocatorMemory& memory) {
  const std::string_view host = records.strings[memory.host];
  const std::string_view name = records.strings[memory.allocator];
  return host.empty() ? std::string(name) : fmt::format("{} {}", host, name);
}

}  // namespace

PreparedStep PrepareStep(StepRecords records, const WrittenNodes& nodes,
                         const VariableBytes& variables) {
  PreparedStep step;
  step.records = std::move(records);
  FindNodes(nodes, step);
  PlaceRecords(step);
  if (auto memory = LiveMemory(step.records, variables)) {
    step.memory = *std::move(memory);
  }
  return step;
}

StepWriter::StepWriter(const Profile& profile, DeviceNames& devices,
                       FilledDatabase& file)
    : profile_(profile),
      devices_(devices),
      execution_table_(file, "executions", TableWriter::Keys::kCounted),
      tensor_table_(file, "tensors", TableWriter::Keys::kCounted),
      memory_table_(file, "memory", TableWriter::Keys::kHidden),
      alive_table_(file, "alive_at_peak", TableWriter::Keys::kHidden),
      by_step_(file, "executions_by_step"),
      by_node_(file, "executions_by_node"),
      by_execution_(file, "tensors_by_execution") {}

Status StepWriter::AddToIndexes(int64_t step, std::optional<int64_t> node) {
  const int64_t row = execution_table_.last();
  TFPROF_RETURN_IF_ERROR(by_step_.Add({step, row}));
  return by_node_.Add({node.value_or(by_node_.kNull), step, row});
}

Status StepWriter::WriteTensors(const PreparedStep& step, size_t record) {
  const StepRecords& records = step.records;
  const int64_t execution = execution_table_.last();
  for (const StepRecords::Output& output : records.outputs[record]) {
    std::optional<std::string_view> shape;
    if (output.shape != StepRecords::kNoShape) {
      std::string& text = text_of_shape_[output.shape];
      if (text.empty()) text = TextOfShape(records.shapes[output.shape]);
      shape = text;
    }
    TFPROF_ASSIGN_OR_RETURN(
        const std::optional<int64_t> device,
        devices_.Of(output.allocator.valid() ? records.strings[output.allocator]
                                             : std::string_view(),
                    "allocator"));
    TFPROF_RETURN_IF_ERROR(tensor_table_.Add(
        records.step, execution, step.NodeOf(record), output.slot,
        output.dtype == 0 ? std::nullopt
                          : std::optional(DtypeName(output.dtype)),
        shape, output.bytes, output.requested_bytes, device));
    TFPROF_RETURN_IF_ERROR(
        by_execution_.AddInOrder({execution, tensor_table_.last()}));
  }
  return {};
}

Status StepWriter::WriteMemory(const PreparedStep& step, int64_t start_ns) {
  const StepRecords& records = step.records;
  const auto since =
      [&](std::optional<int64_t> at_us) -> std::optional<double> {
    if (!at_us) return std::nullopt;
    return static_cast<double>(*at_us) - static_cast<double>(start_ns / 1000);
  };
  for (const AllocatorMemory& allocator : step.memory) {
    TFPROF_ASSIGN_OR_RETURN(
        const std::optional<int64_t> device,
        devices_.Of(AllocatorName(records, allocator), "allocator"));
    for (const AllocatorMemory::Level& level : allocator.curve) {
      TFPROF_RETURN_IF_ERROR(memory_table_.Add(
          records.step, device, since(level.at_us), level.Whole()));
    }
    for (const AliveRow& row : allocator.alive) {
      TFPROF_RETURN_IF_ERROR(alive_table_.Add(
          records.step, device, step.NodeOf(row.record),
          row.slot == Buffer::kNoSlot ? std::nullopt
                                      : std::optional<int64_t>(row.slot),
          WordsOf(row.kind), row.bytes, row.requested_bytes,
          since(row.since_us), since(row.freed_us)));
    }
  }
  return {};
}

int64_t StepWriter::StartOf(int64_t step) const {
  const auto found = profile_.step_table.steps.Find(step);
  return found ? found->start_ns : 0;
}

Status StepWriter::Write(const PreparedStep& prepared) {
  const StepRecords& records = prepared.records;
  text_of_shape_.assign(records.shapes.size(), "");
  const int64_t start_ns = StartOf(records.step);
  for (size_t i = 0; i < records.size(); ++i) {
    const StepRecords::Device& device = records.DeviceOf(i);
    TFPROF_ASSIGN_OR_RETURN(
        const std::optional<int64_t> device_row,
        devices_.Of(records.strings[device.name], KindOf(device.line)));
    const bool is_timed = records.all_start[i] != 0;
    const auto at = [&](int64_t ns) {
      return is_timed
                 ? MicrosSince(start_ns, WrapAdd(ns, prepared.clock_offset[i]))
                 : std::nullopt;
    };
    const std::optional<int64_t> node = prepared.NodeOf(i);
    // Names of nodes are already stored.
    const bool is_named = !node || (!records.IsOperation(i) &&
                                    records.name[i] != records.node[i]);
    const uint32_t lane = prepared.lane[i];
    const int64_t scheduled = records.Scheduled(i);
    TFPROF_RETURN_IF_ERROR(execution_table_.Add(
        records.step, node,
        is_named ? std::optional(records.strings[records.name[i]])
                 : std::nullopt,
        device_row,
        lane == PreparedStep::kNoLane ? std::nullopt
                                      : std::optional<int64_t>(lane),
        at(records.all_start[i]),
        at(std::max(records.all_end[i], records.OpEnd(i))),
        at(records.OpStart(i)), at(records.OpEnd(i)),
        scheduled == StepRecords::kNotScheduled ? std::nullopt
                                                : at(scheduled)));
    TFPROF_RETURN_IF_ERROR(AddToIndexes(records.step, node));
    TFPROF_RETURN_IF_ERROR(WriteTensors(prepared, i));
  }
  return WriteMemory(prepared, start_ns);
}

Status StepWriter::WriteStored() {
  const NodeStepTable& rows = profile_.node_steps;
  std::vector<int64_t> starts;  // by step
  for (const int64_t number : profile_.step_numbers) {
    starts.push_back(StartOf(number));
  }
  for (size_t row = 0; row < rows.size(); ++row) {
    const int64_t number = profile_.step_numbers[rows.step[row]];
    const int64_t start_ns = starts[rows.step[row]];
    for (const ExecTime& time : profile_.records.times[row]) {
      TFPROF_ASSIGN_OR_RETURN(
          const std::optional<int64_t> device,
          devices_.Of(profile_.strings[time.device],
                      time.on_accelerator ? "stream" : "operations"));
      const int64_t start = WrapMultiply(time.start_us, 1000);
      const int64_t end = WrapAdd(start, WrapMultiply(time.duration_us, 1000));
      const bool is_timed = time.start_us != 0;
      TFPROF_RETURN_IF_ERROR(execution_table_.Add(
          number, rows.node[row].value, std::nullopt, device, std::nullopt,
          is_timed ? MicrosSince(start_ns, start) : std::nullopt,
          is_timed ? MicrosSince(start_ns, end) : std::nullopt, std::nullopt,
          std::nullopt, std::nullopt));
      TFPROF_RETURN_IF_ERROR(AddToIndexes(number, rows.node[row].value));
    }
  }
  return Finish();
}

Status StepWriter::Finish() {
  for (TableWriter* table :
       {&execution_table_, &tensor_table_, &memory_table_, &alive_table_}) {
    TFPROF_RETURN_IF_ERROR(table->Finish());
  }
  TFPROF_RETURN_IF_ERROR(by_step_.Finish());
  TFPROF_RETURN_IF_ERROR(by_node_.Finish());
  return by_execution_.Finish();
}

}  // namespace tfprof
