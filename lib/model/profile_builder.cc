// SPDX-License-Identifier: Apache-2.0
#include "model/profile_builder.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoStep = Id<void>::kNone;

// tfprof: a scalar is one dimension of 1, an unknown rank has no dimensions.
void AddDims(Lists<int64_t>& rows, const ShapeRecord& shape) {
  if (shape.dims.empty() && !shape.unknown_rank) rows.Push(1);
  for (const int64_t dim : shape.dims) rows.Push(dim);
  rows.EndRow();
}

int32_t ParseOutput(std::string_view text) {
  int32_t output = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, output);
  return parsed.ec == std::errc() && parsed.ptr == end ? output : -1;
}

}  // namespace

ProfileBuilder::Row ProfileBuilder::FindRow(std::string_view name) const {
  // An unknown name has an id that no row can have.
  return RowOf(profile_.strings.Find(name));
}

ProfileBuilder::Row ProfileBuilder::CreateRow(StringId name, StringId op) {
  const Row row = static_cast<Row>(nodes_.size());
  nodes_.name.push_back(name);
  nodes_.op.push_back(op);
  nodes_.device.emplace_back();
  nodes_.float_ops.push_back(0);
  nodes_.stack.emplace_back();
  nodes_.is_defined.push_back(false);
  nodes_.step_count.push_back(0);
  covered_.push_back(false);
  run_of_row_.push_back(kNoRun);
  step_of_row_.push_back(kNoStep);
  next_row_.push_back(row + 1);
  if (row_of_name_.size() <= name.value) {
    row_of_name_.resize(profile_.strings.size(), kNoRow);
  }
  row_of_name_[name.value] = row;
  return row;
}

void ProfileBuilder::AddNode(const NodeDefinition& node) {
  // tfprof: the first definition of a name wins whole.
  const StringId name = profile_.strings.Intern(node.name);
  if (RowOf(name) != kNoRow) return;
  const Row row = CreateRow(name, profile_.strings.Intern(node.op));
  nodes_.is_defined[row] = true;
  AddType(row, nodes_.op[row]);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    AddInput(node.inputs[i], static_cast<int32_t>(i));
  }
  inputs_.EndRow();
  if (node.shape.has_value()) {
    AddDims(nodes_.shape, *node.shape);
  } else {
    nodes_.shape.EndRow();
  }
  for (size_t i = 0; i < node.output_shapes.size(); ++i) {
    nodes_.output_shapes.Push(
        {static_cast<int32_t>(i),
         static_cast<uint32_t>(nodes_.output_dims.size())});
    AddDims(nodes_.output_dims, node.output_shapes[i]);
  }
  nodes_.output_shapes.EndRow();
}

void ProfileBuilder::AddInput(std::string_view text, int32_t position) {
  // tfprof: the name is what stands before the first ':', less a leading '^';
  // the number after it is never read and counts as 0.
  const size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  const bool is_control = name.starts_with('^');
  if (is_control) name.remove_prefix(1);
  int32_t output = 0;
  if (rules_.input_index && is_control) {
    output = -1;
  } else if (rules_.input_index && colon != std::string_view::npos) {
    output = ParseOutput(text.substr(colon + 1));
  }
  inputs_.Push({profile_.strings.Intern(name).value, position, output});
}

void ProfileBuilder::AddString(int64_t id, std::string_view text) {
  // The entries of a map: the last of an id wins.
  string_of_id_[id] = profile_.strings.Intern(text);
}

StackId ProfileBuilder::AddStack(std::span<const FrameRecord> frames) {
  const auto intern = [&](std::string_view text) {
    return text.empty() ? StringId() : profile_.strings.Intern(text);
  };
  for (const FrameRecord& frame : frames) {
    stacks_.Push(static_cast<uint32_t>(frames_.size()));
    frames_.push_back({intern(frame.file), intern(frame.function),
                       frame.file_id, frame.function_id, frame.line});
  }
  stacks_.EndRow();
  return StackId(stacks_.size() - 1);
}

void ProfileBuilder::AddOpLogEntry(const OpLogEntry& entry) {
  const Row row = FindRow(entry.name);
  if (row == kNoRow) return;
  for (const std::string_view type : entry.types) {
    AddType(row, profile_.strings.Intern(type));
  }
  if (entry.float_ops != 0) nodes_.float_ops[row] = entry.float_ops;
  if (!entry.stack.valid()) return;
  profile_.has_code_traces = true;
  // tfprof: a node's first call stack wins, while its last float ops do.
  if (!nodes_.stack[row].valid()) nodes_.stack[row] = entry.stack;
}

void ProfileBuilder::AddCheckpointName(std::string_view name) {
  const Row row = FindRow(name);
  if (row != kNoRow) {
    AddType(row, profile_.strings.Intern("_checkpoint_variables"));
  }
}

void ProfileBuilder::EnterStep(int64_t step) {
  auto& numbers = profile_.step_numbers;
  const auto [found, is_new] =
      index_of_step_.insert({step, static_cast<uint32_t>(numbers.size())});
  if (is_new) numbers.push_back(step);
  step_ = found->second;
  keeps_step_ = kept_.kind != StepsKept::Kind::kOnlyOne || step == kept_.only;
}

void ProfileBuilder::BeginStep(int64_t step) {
  EnterStep(step);
  profile_.steps.push_back(step);
  step_has_gpu_ = step_has_all_streams_ = false;
}

void ProfileBuilder::BeginDevice(std::string_view device) {
  // tfprof: device names are lower-cased wherever they are shown or compared.
  const std::string lower = AsciiLower(device);
  device_ = {profile_.strings.Intern(lower), ClassifyDevice(lower),
             lower.empty()};
  step_has_gpu_ |= device_.kind.names_gpu;
  step_has_all_streams_ |=
      device_.kind.names_gpu && device_.kind.is_all_streams;
}

void ProfileBuilder::EndStep() {
  // tfprof: one step with a GPU and no stream:all raises it for good.
  profile_.misses_accelerator_stream |= step_has_gpu_ && !step_has_all_streams_;
}

ProfileBuilder::Row ProfileBuilder::FindRecordRow(std::string_view name) {
  const auto is = [&](Row row) {
    return row < nodes_.size() && profile_.strings[nodes_.name[row]] == name;
  };
  if (is(last_row_)) return last_row_;
  const Row guess = last_row_ == kNoRow ? 0 : next_row_[last_row_];
  const Row row = is(guess) ? guess : FindRow(name);
  if (row == kNoRow) return row;
  if (last_row_ != kNoRow) next_row_[last_row_] = row;
  last_row_ = row;
  return row;
}

void ProfileBuilder::AddExec(const ExecRecord& exec) {
  const std::string_view name = BaseName(exec.name);
  Row row = FindRecordRow(name);
  if (row != kNoRow) {
    covered_[row] = true;
  } else {
    // tfprof: a record of a new name makes a node but does not cover it.
    if (IsNeverARuntimeNode(name)) return;
    const StringId id = profile_.strings.Intern(name);
    row = CreateRow(id, id);
    AddType(row, id);
    inputs_.EndRow();
    nodes_.shape.EndRow();
    nodes_.output_shapes.EndRow();
  }
  ApplyTo(row, exec);
}

uint32_t ProfileBuilder::RunOf(Row row) {
  const bool is_first_in_step = step_of_row_[row] != step_;
  if (is_first_in_step) {
    step_of_row_[row] = step_;
    ++nodes_.step_count[row];
  }
  if (!keeps_step_) return kNoRun;
  const bool sums_all = kept_.kind == StepsKept::Kind::kSumOfAll;
  uint32_t& run = run_of_row_[row];
  if (run != kNoRun && (sums_all || !is_first_in_step)) return run;
  RunTable& runs = profile_.runs;
  run = static_cast<uint32_t>(runs.size());
  runs.node.emplace_back(row);
  runs.step.push_back(sums_all ? 0 : step_);
  for (auto* column : {&runs.run_count, &runs.accelerator_us, &runs.cpu_us,
                       &runs.requested_bytes, &runs.peak_bytes,
                       &runs.residual_bytes, &runs.output_bytes}) {
    column->push_back(0);
  }
  return run;
}

void ProfileBuilder::ApplyTo(Row row, const ExecRecord& exec) {
  StringId& canonical = nodes_.device[row];
  if (device_.kind.is_canonical) {
    // tfprof: a node stays on its first canonical device; records of another
    // one are dropped, in every step.
    if (canonical.valid() && canonical != device_.name) return;
    if (!canonical.valid()) {
      canonical = device_.name;
      AddType(row, canonical);
    }
  }
  const uint32_t run = RunOf(row);
  // tfprof: memory counts on the canonical device, and a record without a
  // device counts while the node has none either.
  const bool on_own_device =
      canonical.valid() ? canonical == device_.name : device_.is_nameless;
  if (HasStartTime(exec)) {
    if (run != kNoRun) ApplyTime(run, exec);
    if (on_own_device) ApplyMemory(run, exec);
  } else if (on_own_device) {
    constexpr const char* kKind = "records have no start time";
    if (diagnostics_.IsFull(kKind)) {
      diagnostics_.Count(kKind);
    } else {
      diagnostics_.Warn(kKind,
                        Printable(exec.name) + " has no start time, skipping");
    }
  }
}

void ProfileBuilder::ApplyTime(uint32_t run, const ExecRecord& exec) {
  RunTable& runs = profile_.runs;
  const int64_t micros = DurationOf(exec, rules_);
  if (device_.kind.is_all_streams) {
    runs.accelerator_us[run] = WrapAdd(runs.accelerator_us[run], micros);
  } else if (device_.kind.is_canonical) {
    runs.cpu_us[run] = WrapAdd(runs.cpu_us[run], micros);
    ++runs.run_count[run];
  }
}

void ProfileBuilder::ApplyMemory(uint32_t run, const ExecRecord& exec) {
  const MemoryOf memory = MemoryOfRecord(exec);
  if (memory.gpu_allocators > 1) {
    diagnostics_.Warn("records have several gpu allocators",
                      fmt::format("found {} gpu allocator for 1 node",
                                  memory.gpu_allocators));
  }
  if (run == kNoRun) return;
  RunTable& runs = profile_.runs;
  const auto add = [run](std::vector<int64_t>& column, int64_t bytes) {
    column[run] = WrapAdd(column[run], bytes);
  };
  add(runs.requested_bytes, memory.requested_bytes);
  add(runs.peak_bytes, memory.peak_bytes);
  add(runs.residual_bytes, memory.residual_bytes);
  add(runs.output_bytes, memory.output_bytes);
}

void ProfileBuilder::AddStoredStep(int64_t step) {
  profile_.steps.push_back(step);
}

void ProfileBuilder::AddStoredNode(const StoredNode& node) {
  const StringId name = profile_.strings.Intern(node.name);
  name_of_key_.insert({node.key, name});
  if (RowOf(name) != kNoRow) return;
  const Row row = CreateRow(name, profile_.strings.Intern(node.op));
  nodes_.is_defined[row] = true;
  nodes_.float_ops[row] = node.float_ops;
  nodes_.stack[row] = node.stack;
  if (!node.canonical_device.empty()) {
    nodes_.device[row] = profile_.strings.Intern(node.canonical_device);
  }
  for (const std::string_view type : node.types) {
    AddType(row, profile_.strings.Intern(type));
  }
  nodes_.shape.AddRow(node.shape);
  for (const StoredOutputShape& shape : node.output_shapes) {
    nodes_.output_shapes.Push(
        {shape.output, static_cast<uint32_t>(nodes_.output_dims.size())});
    nodes_.output_dims.AddRow(shape.dims);
  }
  nodes_.output_shapes.EndRow();
  inputs_are_keys_ = true;
  // A map: in no order, and the last of a position wins.
  std::map<int32_t, StoredInput> inputs;
  for (const StoredInput& input : node.inputs) inputs[input.position] = input;
  for (const auto& [position, input] : inputs) {
    const int64_t source = input.source;
    const auto index = std::find_if(
        node.source_indices.begin(), node.source_indices.end(),
        [source](const StoredSourceIndex& s) { return s.source == source; });
    inputs_.Push({source, position,
                  index == node.source_indices.end() ? -1 : index->output});
  }
  inputs_.EndRow();
  for (const StoredRun& stored : node.runs) AddStoredRun(row, stored);
}

void ProfileBuilder::AddStoredRun(Row row, const StoredRun& stored) {
  EnterStep(stored.step);
  const uint32_t run = RunOf(row);
  if (run == kNoRun) return;
  RunTable& runs = profile_.runs;
  const auto add = [run](std::vector<int64_t>& column, int64_t value) {
    column[run] = WrapAdd(column[run], value);
  };
  add(runs.run_count, stored.run_count);
  add(runs.accelerator_us, stored.accelerator_us);
  add(runs.cpu_us, stored.cpu_us);
  add(runs.requested_bytes, stored.requested_bytes);
  add(runs.peak_bytes, stored.peak_bytes);
  add(runs.residual_bytes, stored.residual_bytes);
  add(runs.output_bytes, stored.output_bytes);
}

}  // namespace tfprof
