// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder for saved profiles, whose records are already merged.
#include <algorithm>

#include "base/map_entries.h"
#include "base/numbers.h"
#include "model/profile_builder.h"

namespace tfprof {

namespace {

// The reference saves a node that only records know with its own name as its
// type. Types contain no slash and no names of TensorFlow's own nodes.
bool IsNameOfNode(std::string_view type) {
  return type.find('/') != std::string_view::npos || type == "_SOURCE" ||
         type.starts_with("_arg_") || type.starts_with("_retval_") ||
         type.starts_with("_send_") || type.starts_with("_recv_");
}

}  // namespace

void ProfileBuilder::AddStoredStep(int64_t step) {
  profile_.steps.push_back(step);
  step_table_.AddStoredStep(step);
}

void ProfileBuilder::AddStoredNode(const StoredNode& node) {
  const StringId name = profile_.strings.Intern(node.name);
  name_of_key_.insert({node.key, name});
  if (RowOf(name) != kNoRow) return;
  is_saved_profile_ = true;
  step_table_.AddStoredNode(node);
  const bool has_type =
      !rules_.attribution || node.op != node.name || !IsNameOfNode(node.op);
  const Row row = CreateRow(
      name, profile_.strings.Intern(has_type ? node.op : kNoType));
  nodes_.is_defined[row] = true;
  nodes_.id.Set(row, node.id);
  nodes_.float_ops.Set(row, node.float_ops);
  // tfprof: a saved node has a call stack, if only an empty one.
  if (!node.stack.valid() && !empty_stack_.valid()) empty_stack_ = AddStack({});
  nodes_.stack.Set(row, node.stack.valid() ? node.stack : empty_stack_);
  if (!node.canonical_device.empty()) {
    nodes_.device.Set(row, profile_.strings.Intern(node.canonical_device));
  }
  if (!node.host_device.empty()) {
    nodes_.host_device.Set(row, profile_.strings.Intern(node.host_device));
  }
  AddAttrs(row, node.data_format, node.attrs);
  if (kept_.records && !node.unread.empty()) {
    nodes_.unread.Set(row, profile_.strings.Intern(node.unread));
  }
  if (!has_type) AddType(row, nodes_.op[row]);
  for (const std::string_view type : node.types) {
    if (!has_type && type == node.name) continue;
    AddType(row, profile_.strings.Intern(type));
  }
  nodes_.shape.AddRow(node.shape);
  for (const StoredOutputShape& shape :
       MapEntries(node.output_shapes, &StoredOutputShape::output)) {
    nodes_.output_shapes.Push(
        {shape.output, static_cast<uint32_t>(nodes_.output_dims.size())});
    nodes_.output_dims.AddRow(shape.dims);
  }
  nodes_.output_shapes.EndRow();
  AddStoredInputs(node);
  for (const StoredNodeStep& stored :
       MapEntries(node.node_steps, &StoredNodeStep::step)) {
    AddStoredNodeStep(row, stored);
  }
}

void ProfileBuilder::AddStoredInputs(const StoredNode& node) {
  const std::vector<StoredSourceIndex> indices =
      MapEntries(node.source_indices, &StoredSourceIndex::source);
  for (const StoredInput& input :
       MapEntries(node.inputs, &StoredInput::position)) {
    const auto index = std::ranges::lower_bound(indices, input.source, {},
                                                &StoredSourceIndex::source);
    const bool is_known =
        index != indices.end() && index->source == input.source;
    inputs_.Push({static_cast<uint32_t>(stored_inputs_.size()),
                  is_known ? index->output : -1});
    stored_inputs_.push_back(input);
  }
  inputs_.EndRow();
}

void ProfileBuilder::AddStoredNodeStep(Row row, const StoredNodeStep& stored) {
  EnterStep(stored.step);
  const uint32_t run = NodeStepOf(row);
  stored.memory.ForEach([&](const MemoryRecord& memory) {
    AddPersistent(row, memory.accelerator_persistent_bytes);
    if (run != kNoNodeStep) AddMemoryTo(run, memory);
  });
  if (run == kNoNodeStep) return;
  NodeStepTable& runs = profile_.node_steps;
  runs.run_count.Add(run, stored.run_count);
  runs.all_start_us.Set(run, stored.all_start_us);
  runs.latest_end_us.Set(run, stored.latest_end_us);
  for (const StoredTime& time : stored.times) {
    (time.on_accelerator ? runs.accelerator_us : runs.cpu_us)
        .Add(run, time.duration_us);
  }
  if (kept_.records) KeepStoredNodeStep(run, stored);
}

void ProfileBuilder::KeepStoredNodeStep(uint32_t run,
                                        const StoredNodeStep& stored) {
  for (const std::string_view device : stored.devices) {
    records_.AddDevice(run, profile_.strings.Intern(device));
  }
  for (const StoredTime& time : stored.times) {
    records_.AddTime(
        run, {time.start_us, time.duration_us,
              profile_.strings.Intern(time.device), time.on_accelerator});
  }
  stored.memory.ForEach([&](const MemoryRecord& memory) {
    records_.AddMemory(run, memory);
  });
  for (const OutputMemory& output : stored.outputs) {
    records_.AddOutput(run, output);
  }
  for (const AllocationRecord& allocation : stored.allocations) {
    records_.AddAllocation(run, allocation);
  }
}

}  // namespace tfprof
