// SPDX-License-Identifier: Apache-2.0
#include "render/profile_writer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include "base/strings.h"
#include "render/proto_writer.h"
#include "render/text.h"

namespace tfprof {

namespace {

// An entry of a map with a number as key; the value is a message.
void AppendEntry(ProtoWriter& writer, uint32_t field, int64_t key,
                 std::string_view message) {
  std::string entry;
  ProtoWriter entry_writer(entry);
  entry_writer.Int(1, key);
  entry_writer.Bytes(2, message);
  writer.Bytes(field, entry);
}

// An entry of a map of numbers.
void AppendEntry(ProtoWriter& writer, uint32_t field, int64_t key,
                 int64_t value) {
  std::string entry;
  ProtoWriter entry_writer(entry);
  entry_writer.Int(1, key);
  entry_writer.Int(2, value);
  writer.Bytes(field, entry);
}

std::string TupleProto(std::span<const int64_t> values) {
  std::string tuple;
  ProtoWriter(tuple).Packed(1, values);
  return tuple;
}

class ProfileWriter {
 public:
  ProfileWriter(const Profile& profile, Diagnostics& diagnostics)
      : profile_(profile),
        diagnostics_(diagnostics),
        runs_(profile.runs.size()),
        first_run_(profile.nodes.size() + 1, 0) {
    SortRuns();
  }

  Status Write(Writer& writer);

 private:
  void SortRuns();
  std::vector<NodeId> NodesById() const;
  void AppendNode(NodeId node, std::string& out);
  void AppendInputs(NodeId node, ProtoWriter& writer);
  std::string CodeProto(StackId stack) const;
  std::string ExecProto(uint32_t run) const;
  void AppendTimes(uint32_t run, uint32_t field, bool on_accelerator,
                   ProtoWriter& writer) const;
  void AppendMemory(uint32_t run, ProtoWriter& writer) const;
  void AppendTables(std::string& out) const;

  std::string_view Text(StringId id) const {
    return id.valid() ? profile_.strings[id] : "";
  }

  int64_t StepOf(uint32_t run) const {
    return profile_.step_numbers[profile_.runs.step[run]];
  }

  const Profile& profile_;
  Diagnostics& diagnostics_;
  std::vector<uint32_t> runs_;       // by node, then by step
  std::vector<uint32_t> first_run_;  // by NodeId, in runs_; and the end
};

void ProfileWriter::SortRuns() {
  std::iota(runs_.begin(), runs_.end(), 0u);
  const RunTable& runs = profile_.runs;
  std::sort(runs_.begin(), runs_.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(runs.node[a], StepOf(a)) <
           std::pair(runs.node[b], StepOf(b));
  });
  for (const NodeId node : runs.node) ++first_run_[node.value + 1];
  std::partial_sum(first_run_.begin(), first_run_.end(), first_run_.begin());
}

// tfprof: nodes are written under their ids. Of several with one id, as a saved
// profile without ids has, only the last by name is; negative ones are not.
std::vector<NodeId> ProfileWriter::NodesById() const {
  const std::vector<int64_t>& ids = profile_.nodes.id;
  std::vector<NodeId> nodes;
  for (size_t node = 0; node < ids.size(); ++node) {
    if (ids[node] >= 0) nodes.emplace_back(node);
  }
  std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
    return ids[a.value] < ids[b.value];
  });
  const auto is_replaced = [&](const NodeId& node) {
    const NodeId* next = &node + 1;
    return next != nodes.data() + nodes.size() &&
           ids[next->value] == ids[node.value];
  };
  std::vector<NodeId> written;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(written),
               std::not_fn(is_replaced));
  return written;
}

void ProfileWriter::AppendInputs(NodeId node, ProtoWriter& writer) {
  std::map<int64_t, int64_t> outputs;  // by source; the last one counts
  for (const InputEdge& input : profile_.nodes.inputs[node.value]) {
    if (!input.source.valid()) {
      // The reference dies here.
      diagnostics_.Warn(
          "inputs name no node",
          fmt::format("{}: input {} names no node; left out of the profile",
                      Printable(profile_.NameOf(node)), input.position));
      continue;
    }
    const int64_t source = profile_.nodes.id[input.source.value];
    AppendEntry(writer, 2, input.position, source);
    if (input.output >= 0) outputs[source] = input.output;
  }
  for (const auto& [source, output] : outputs) {
    AppendEntry(writer, 14, source, output);
  }
}

std::string ProfileWriter::CodeProto(StackId stack) const {
  std::string code;
  ProtoWriter writer(code);
  for (const FrameId id : profile_.stacks[stack.value]) {
    const Frame& frame = profile_.frames[id.value];
    std::string trace;
    ProtoWriter trace_writer(trace);
    trace_writer.Text(1, Text(frame.stored.file));
    trace_writer.Int(2, frame.line);
    trace_writer.Text(3, Text(frame.stored.function));
    trace_writer.Text(4, Text(frame.stored.source));
    trace_writer.Int(5, frame.function_line);
    trace_writer.Int(6, frame.stored.file_id);
    trace_writer.Int(7, frame.stored.function_id);
    trace_writer.Int(8, frame.stored.source_id);
    writer.Bytes(1, trace);
  }
  return code;
}

void ProfileWriter::AppendTimes(uint32_t run, uint32_t field,
                                bool on_accelerator,
                                ProtoWriter& writer) const {
  std::map<std::string_view, std::string> of_device;
  for (const ExecTime& time : profile_.records.times[run]) {
    if (time.on_accelerator != on_accelerator) continue;
    const int64_t pair[] = {time.start_us, time.duration_us};
    ProtoWriter(of_device[profile_.strings[time.device]])
        .Bytes(1, TupleProto(pair));
  }
  for (const auto& [device, times] : of_device) {
    std::string entry;
    ProtoWriter entry_writer(entry);
    entry_writer.Text(1, device);
    entry_writer.Bytes(2, times);
    writer.Bytes(field, entry);
  }
}

void ProfileWriter::AppendMemory(uint32_t run, ProtoWriter& writer) const {
  const auto records = profile_.records.memory[run];
  auto outputs = profile_.records.outputs[run];
  for (uint32_t i = 0; i < records.size(); ++i) {
    const MemoryRecord& m = records[i];
    std::string memory;
    ProtoWriter memory_writer(memory);
    uint32_t field = 0;
    for (const int64_t value :
         {m.at_us, m.host_temp_bytes, m.host_persistent_bytes,
          m.accelerator_temp_bytes, m.accelerator_persistent_bytes,
          m.requested_bytes, m.peak_bytes, m.residual_bytes, m.output_bytes,
          m.bytes_in_use}) {
      memory_writer.Int(++field, value);
    }
    for (; !outputs.empty() && outputs[0].record == i;
         outputs = outputs.subspan(1)) {
      std::string output;
      ProtoWriter output_writer(output);
      output_writer.Int(1, outputs[0].bytes);
      output_writer.Uint(2, outputs[0].ptr);
      AppendEntry(memory_writer, 11, outputs[0].slot, output);
    }
    writer.Bytes(7, memory);
  }
}

std::string ProfileWriter::ExecProto(uint32_t run) const {
  const RunTable& runs = profile_.runs;
  std::string exec;
  ProtoWriter writer(exec);
  writer.Int(1, runs.run_count[run]);
  writer.Int(2, runs.all_start_us[run]);
  writer.Int(3, runs.latest_end_us[run]);
  AppendTimes(run, 4, true, writer);
  AppendTimes(run, 5, false, writer);
  for (const StringId device : profile_.records.devices[run]) {
    writer.Bytes(6, profile_.strings[device]);
  }
  AppendMemory(run, writer);
  for (const AllocationRecord& record : profile_.records.allocations[run]) {
    std::string allocation;
    ProtoWriter allocation_writer(allocation);
    allocation_writer.Int(1, record.at_us);
    allocation_writer.Int(2, record.bytes);
    writer.Bytes(11, allocation);
  }
  return exec;
}

// An entry of the map of nodes.
void ProfileWriter::AppendNode(NodeId node, std::string& out) {
  const NodeTable& nodes = profile_.nodes;
  const size_t row = node.value;
  std::string message;
  ProtoWriter writer(message);
  writer.Text(1, profile_.NameOf(node));
  AppendInputs(node, writer);
  writer.Packed(4, nodes.shape[row]);
  for (const StringId type : nodes.types[row]) {
    writer.Bytes(5, profile_.strings[type]);
  }
  writer.Text(6, Text(nodes.device[row]));
  writer.Text(7, Text(nodes.host_device[row]));
  writer.Int(8, nodes.float_ops[row]);
  writer.Text(9, Text(nodes.op[row]));
  if (nodes.stack[row].valid()) writer.Bytes(10, CodeProto(nodes.stack[row]));
  for (const StringId attr : nodes.attrs[row]) {
    writer.Bytes(11, profile_.strings[attr]);
  }
  for (uint32_t i = first_run_[row]; i < first_run_[row + 1]; ++i) {
    AppendEntry(writer, 12, StepOf(runs_[i]), ExecProto(runs_[i]));
  }
  writer.Int(13, nodes.id[row]);
  for (const OutputShape& shape : nodes.output_shapes[row]) {
    AppendEntry(writer, 15, shape.output,
                TupleProto(nodes.output_dims[shape.dims]));
  }
  message += Text(nodes.unread[row]);
  ProtoWriter out_writer(out);
  AppendEntry(out_writer, 1, nodes.id[row], message);
}

void ProfileWriter::AppendTables(std::string& out) const {
  ProtoWriter writer(out);
  writer.Bool(2, profile_.has_code_traces);
  writer.Packed(3, profile_.steps);
  for (const auto& [id, text] : profile_.string_table) {
    AppendEntry(writer, 4, id, profile_.strings[text]);
  }
  writer.Bool(5, profile_.misses_accelerator_stream);
}

Status ProfileWriter::Write(Writer& writer) {
  TextOutput out(writer);
  for (const NodeId node : NodesById()) {
    AppendNode(node, out.text());
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  AppendTables(out.text());
  return out.Flush();
}

}  // namespace

Status RenderProfile(const Report& report, Diagnostics& diagnostics,
                     Writer& writer) {
  const auto* profile = std::get<const Profile*>(report.sections.at(0).block);
  return ProfileWriter(*profile, diagnostics).Write(writer);
}

}  // namespace tfprof
