// SPDX-License-Identifier: Apache-2.0
#include "model/step_records.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "model/exec_times.h"
#include "model/step_line.h"

namespace tfprof {

namespace {

constexpr size_t kCopyWord = 6;  // "Memcpy", "Memset"

}  // namespace

std::vector<bool> StepRecords::UsedLines() const {
  std::vector<bool> has_records(devices.size());
  for (size_t i = 0; i < size(); ++i) has_records[device[i]] = true;
  const auto line_of = [&](size_t i) {
    return StepLineInfo{devices[i].line, strings[devices[i].gpu], {}};
  };
  std::vector<bool> is_used = RepeatingLines(line_of, has_records);
  is_used.flip();
  for (size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].line == StepLine::kOperations) is_used[i] = false;
  }
  return is_used;
}

uint32_t StepRecords::LineOf(size_t record) const {
  const auto after =
      std::upper_bound(line_begin.begin(), line_begin.end(), record);
  const auto line = after - line_begin.begin() - 1;
  return static_cast<uint32_t>(std::max<ptrdiff_t>(line, 0));
}

uint32_t StepRecords::PlaceOnLine(size_t record) const {
  const uint32_t first = line_begin.empty() ? 0 : line_begin[LineOf(record)];
  return static_cast<uint32_t>(record) - first;
}

std::optional<StepRecords> StepRecordSink::Finish() {
  if (!has_step_) return std::nullopt;
  // Columns double as they grow; unused capacity would stay as long as the
  // step.
  const auto shrink = [](auto&... columns) { (columns.shrink_to_fit(), ...); };
  StepRecords& r = records_;
  shrink(r.op_start_after_start, r.op_end_after_end, r.scheduled_before_start,
         r.memory, r.outputs, r.allocations, r.shapes, inputs_, input_ends_);
  r.inputs = {std::move(inputs_), std::move(input_ends_)};
  // Needed only for reading. Assigning {} would keep its memory.
  last_label_ = std::vector<LastLabel>();
  row_of_node_ = {};
  sent_ = {};
  received_ = {};
  shape_keys_ = {};
  return std::move(records_);
}

void StepRecordSink::BeginGraph(const GraphRecord& record) {
  is_partition_ = record.origin == GraphRecord::Origin::kPartition;
}

StepRecords::Input StepRecordSink::InputOf(std::string_view text) {
  const InputName input = ParseInputName(text);
  return {records_.strings.Intern(input.node), input.slot, {}};
}

uint32_t StepRecordSink::EndInputs() {
  if (inputs_.size() == input_ends_.back()) return kNoInputs;
  input_ends_.push_back(inputs_.size());
  return static_cast<uint32_t>(input_ends_.size() - 1);
}

void StepRecordSink::AddNode(const NodeDefinition& node) {
  if (!is_partition_) return;
  SharedStrings& strings = records_.strings;
  const uint32_t name = strings.Intern(node.name).value;
  const bool is_send = node.op == "_Send" || node.op == "_HostSend";
  const bool is_receive = node.op == "_Recv" || node.op == "_HostRecv";
  if (is_receive || (is_send && !node.inputs.empty())) {
    std::string_view tensor;
    for (const NamedAttr& attr : node.detail->attrs) {
      if (attr.key == "tensor_name") tensor = attr.text;
    }
    const uint32_t key = strings.Intern(tensor).value;
    if (is_send) {
      sent_[key] = InputOf(node.inputs[0]);
    } else {
      received_[name] = key;
    }
  }
  // the first definition of a name counts
  if (row_of_node_.contains(name)) return;
  for (const std::string_view input : node.inputs) {
    inputs_.push_back(InputOf(input));
  }
  row_of_node_[name] = EndInputs();
  records_.has_partition_graphs = true;
}

// Replaces each received input by the tensor that was sent.
void StepRecordSink::ResolveReceives() {
  for (StepRecords::Input& input : inputs_) {
    const auto received = received_.find(input.node.value);
    if (received == received_.end()) continue;
    const auto sent = sent_.find(received->second);
    if (sent == sent_.end()) continue;
    input = sent->second;
    input.edge = StringId(received->second);
  }
}

void StepRecordSink::BeginStep(int64_t step) {
  records_.step = step;
  has_step_ = true;
  ResolveReceives();
}

void StepRecordSink::BeginDevice(std::string_view device) {
  SharedStrings& strings = records_.strings;
  const StringId name = strings.Intern(device);
  const auto [found, is_new] = row_of_device_.insert(
      {name.value, static_cast<uint32_t>(records_.devices.size())});
  device_ = found->second;
  const size_t records = records_.size();
  records_.line_begin.push_back(static_cast<uint32_t>(records));
  if (!is_new) return;
  const StepLineInfo info = ReadStepLine(device);
  records_.devices.push_back({name, info.line, MentionsCopy(device),
                              strings.Intern(info.gpu),
                              strings.Intern(info.host), GpuNumberOf(device)});
}

void StepRecordSink::AddTimes(const ExecRecord& exec) {
  const ExecTimes times = TimesOf(exec);
  const size_t record = records_.all_start.size();
  const auto after = [](int64_t time, int64_t before) {
    return WrapAdd(time, WrapMultiply(before, -1));
  };
  records_.all_start.push_back(times.all_start);
  records_.all_end.push_back(times.all_end);
  records_.op_start_after_start.Set(record,
                                    after(times.op_start, times.all_start));
  records_.op_end_after_end.Set(record, after(times.op_end, times.all_end));
  if (const auto scheduled = ScheduledTime(exec, times.all_start)) {
    const int64_t before = times.all_start - *scheduled;
    records_.scheduled_before_start.Set(record, before + (before >= 0 ? 1 : 0));
  }
}

StepRecordSink::LastLabel StepRecordSink::ReadLabel(std::string_view label,
                                                    StringId node) {
  LastLabel read;
  std::string_view inputs;
  if (const auto parsed = ParseNodeLabel(label)) {
    read.type = records_.strings.Intern(parsed->type);
    inputs = parsed->inputs;
  }
  if (has_allocations_ && !wanted_.inputs_beside_allocations) {
    read.input_row = kNoInputs;
    return read;
  }
  const auto partition = row_of_node_.find(node.value);
  if (partition != row_of_node_.end()) {
    read.input_row = partition->second;
    return read;
  }
  for (std::string_view input = NextInput(inputs); !input.empty();
       input = NextInput(inputs)) {
    inputs_.push_back(InputOf(input));
  }
  read.input_row = EndInputs();
  return read;
}

// Executions of a node usually have the same label, which is then parsed once.
void StepRecordSink::AddLabel(std::string_view label, StringId node) {
  if (label.empty() && row_of_node_.empty()) {
    records_.type.push_back({});
    records_.input_row.push_back(kNoInputs);
    return;
  }
  if (node.value >= last_label_.size()) last_label_.resize(node.value + 1);
  const uint64_t hash = std::hash<std::string_view>()(label);
  LastLabel last = last_label_[node.value];
  if (last.input_row == kUnread || last.hash != hash) {
    last = ReadLabel(label, node);
    last.hash = hash;
    last_label_[node.value] = last;
  }
  records_.type.push_back(last.type);
  records_.input_row.push_back(last.input_row);
}

void StepRecordSink::AddExec(const ExecRecord& exec) {
  ++records_.recorded;
  const StepRecords::Device& device = records_.devices[device_];
  if (device.line == StepLine::kOther) return;
  const bool is_operation = device.line == StepLine::kOperations;
  SharedStrings& strings = records_.strings;
  const StringId node = strings.Intern(is_operation ? NodeOfExec(exec.name)
                                                    : NodeOfKernel(exec.name));
  records_.device.push_back(device_);
  const bool is_whole = strings[node].size() == exec.name.size();
  records_.name.push_back(is_whole ? node : strings.Intern(exec.name));
  records_.node.push_back(node);
  AddTimes(exec);
  if (is_operation) {
    AddLabel(exec.label, node);
  } else {
    records_.type.push_back({});
    records_.input_row.push_back(kNoInputs);
  }
  records_.is_unlabelled.push_back(is_operation && exec.label.empty());
  records_.is_copy.push_back(!is_operation &&
                             (device.is_of_copies || MentionsCopy(exec.name) ||
                              MentionsCopy(exec.label.substr(0, kCopyWord))));
  if (!wanted_.memory && !wanted_.shapes) return;
  AddMemory(exec);
  AddOutputs(exec);
  records_.temp_bytes.push_back(exec.temp_bytes);
}

void StepRecordSink::AddMemory(const ExecRecord& exec) {
  for (const AllocatorRecord& use : exec.memory) {
    const auto row = static_cast<uint32_t>(records_.allocations.size());
    records_.allocations.AddRow(use.allocations);
    has_allocations_ |= !use.allocations.empty();
    records_.memory.Push({records_.strings.Intern(use.allocator), row,
                          use.total_bytes, use.bytes_in_use});
  }
  records_.memory.EndRow();
}

void StepRecordSink::AddOutputs(const ExecRecord& exec) {
  for (const OutputRecord& output : exec.outputs) {
    records_.outputs.Push(
        {output.slot, output.dtype, AddShape(output.shape),
         records_.strings.Intern(output.allocator), output.requested_bytes,
         std::max(output.requested_bytes, output.allocated_bytes), output.ptr});
  }
  records_.outputs.EndRow();
}

uint32_t StepRecordSink::AddShape(const ShapeRecord& shape) {
  if (!wanted_.shapes || shape.unknown_rank()) return StepRecords::kNoShape;
  const auto dims = shape.dims();
  const std::string_view key(reinterpret_cast<const char*>(dims.data()),
                             dims.size_bytes());
  const StringId row = shape_keys_.Intern(key);
  if (row.value == records_.shapes.size()) records_.shapes.AddRow(dims);
  return row.value;
}

}  // namespace tfprof
