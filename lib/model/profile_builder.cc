// SPDX-License-Identifier: Apache-2.0
#include "model/profile_builder.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoStep = Id<void>::kNone;
// The number of records after a wrong guess for which guesses are likely to be
// wrong, too.
constexpr unsigned kRemembered = 16;

}  // namespace

ProfileBuilder::Row ProfileBuilder::CreateRow(StringId name, StringId op) {
  const Row row = static_cast<Row>(nodes_.size());
  nodes_.name.push_back(name);
  nodes_.op.push_back(op);
  nodes_.id.Set(row, row);
  nodes_.device.push_back({});
  nodes_.host_device.push_back({});
  nodes_.data_format.push_back({});
  nodes_.stack.push_back({});
  nodes_.is_defined.push_back(false);
  nodes_.step_count.push_back(0);
  covered_.push_back(false);
  run_of_row_.push_back(kNoNodeStep);
  step_of_row_.push_back(kNoStep);
  next_row_.push_back(row + 1);
  if (kept_.records) {
    nodes_.unread.push_back({});
  }
  if (row_of_name_.size() <= name.value) {
    row_of_name_.resize(profile_.strings.size(), kNoRow);
  }
  row_of_name_[name.value] = row;
  return row;
}

// Steps are usually in order and need no index.
uint32_t ProfileBuilder::IndexOfStep(int64_t step) {
  auto& numbers = profile_.step_numbers;
  const auto next = static_cast<uint32_t>(numbers.size());
  if (index_of_step_.empty()) {
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), step);
    if (at == numbers.end()) {
      numbers.push_back(step);
      return next;
    }
    if (*at == step) return static_cast<uint32_t>(at - numbers.begin());
    for (uint32_t i = 0; i < next; ++i) index_of_step_[numbers[i]] = i;
  }
  const auto [found, is_new] = index_of_step_.insert({step, next});
  if (is_new) numbers.push_back(step);
  return found->second;
}

void ProfileBuilder::EnterStep(int64_t step) {
  step_ = IndexOfStep(step);
  keeps_step_ = kept_.Has(step);
}

void ProfileBuilder::NameStep(int64_t step, std::string_view name) {
  step_table_.NameStep(step, name);
}

void ProfileBuilder::BeginStep(int64_t step) {
  AccountHeld();  // of a truncated step
  EnterStep(step);
  step_table_.BeginStep(step);
  profile_.steps.push_back(step);
  step_has_gpu_ = step_has_all_streams_ = false;
}

void ProfileBuilder::BeginDevice(std::string_view device) {
  step_table_.BeginDevice(device);
  // tfprof: device names are lower-cased wherever they are shown or compared.
  const std::string lower = AsciiLower(device);
  device_ = {profile_.strings.Intern(lower), ClassifyDevice(lower),
             lower.empty(), StringId()};
  if (device_.kind.is_canonical) {
    device_.host = profile_.strings.Intern(HostDevice(lower));
  }
  step_has_gpu_ |= device_.kind.names_gpu;
  step_has_all_streams_ |=
      device_.kind.names_gpu && device_.kind.is_all_streams;
}

void ProfileBuilder::EndStep() {
  step_table_.EndStep();  // frees its times first
  AccountHeld();
  // tfprof: one step with a GPU and no stream:all raises it for good.
  profile_.misses_accelerator_stream |= step_has_gpu_ && !step_has_all_streams_;
}

void ProfileBuilder::ExpectExec(std::string_view name) {
  if (missed_ == 0) return;
  auto& expected = expected_execs_;
  const size_t oldest = oldest_expected_;
  oldest_expected_ = (oldest + 1) % expected.size();
  expected[oldest] = profile_.strings.Expect(BaseName(name));
  profile_.strings.ExpectText(expected[oldest_expected_]);
  profile_.strings.ExpectView(expected[(oldest + 2) % expected.size()]);
}

ProfileBuilder::Row ProfileBuilder::FindRecordRow(std::string_view name) {
  if (IsRowOf(last_row_, name)) return last_row_;
  const Row guess = last_row_ == kNoRow ? 0 : next_row_[last_row_];
  Row row = guess;
  if (IsRowOf(guess, name)) {
    if (missed_ > 0) --missed_;
  } else {
    missed_ = kRemembered;
    row = FindRow(name);
  }
  if (row == kNoRow) return row;
  if (last_row_ != kNoRow) next_row_[last_row_] = row;
  last_row_ = row;
  ExpectRowsAfter(row);
  return row;
}

// Prefetches the memory of the next guesses while this record is accounted: the
// row of the third, the name of the second, the bytes of the first.
void ProfileBuilder::ExpectRowsAfter(Row row) const {
  const size_t rows = nodes_.size();
  const Row first = next_row_[row];
  if (first >= rows) return;
  __builtin_prefetch(profile_.strings[nodes_.name[first]].data());
  __builtin_prefetch(&run_of_row_[first]);
  __builtin_prefetch(&step_of_row_[first]);
  const Row second = next_row_[first];
  if (second >= rows) return;
  profile_.strings.Expect(nodes_.name[second]);
  const Row third = next_row_[second];
  if (third >= rows) return;
  __builtin_prefetch(&nodes_.name[third]);
  __builtin_prefetch(&next_row_[third]);
}

void ProfileBuilder::Account(const ExecRecord& exec) {
  const std::string_view name = BaseName(exec.name);
  Row row = FindRecordRow(name);
  if (row != kNoRow) {
    covered_[row] = true;
  } else {
    // tfprof: a record of a new name makes a node but does not cover it.
    if (IsNeverARuntimeNode(name) && !rules_.attribution) {
      LeaveOut(exec);
      return;
    }
    row = CreateRecordRow(name);
  }
  if (rules_.attribution) row = RowOfType(row, exec);
  ApplyTo(row, exec);
}

void ProfileBuilder::LeaveOut(const ExecRecord& exec) {
  const bool counts = device_.kind.is_canonical || device_.kind.is_all_streams;
  if (!keeps_step_ || !counts || !HasStartTime(exec)) return;
  profile_.left_out_us =
      WrapAdd(profile_.left_out_us, DurationOf(exec, rules_));
}

ProfileBuilder::Row ProfileBuilder::CreateRecordRow(std::string_view name) {
  const StringId id = profile_.strings.Intern(name);
  const Row row = CreateRow(id, rules_.attribution ? StringId() : id);
  AddAttrs(row, {}, {});
  inputs_.EndRow();
  nodes_.shape.EndRow();
  nodes_.output_shapes.EndRow();
  return row;
}

uint32_t ProfileBuilder::NodeStepOf(Row row) {
  const bool is_first_in_step = step_of_row_[row] != step_;
  if (is_first_in_step) {
    step_of_row_[row] = step_;
    nodes_.step_count.Set(row, nodes_.step_count[row] + 1);
    if (kept_.records) EndPersistent(row);
  }
  if (!keeps_step_) return kNoNodeStep;
  const bool sums_all = kept_.AreSums();
  uint32_t& run = run_of_row_[row];
  if (run != kNoNodeStep && (sums_all || !is_first_in_step)) return run;
  NodeStepTable& runs = profile_.node_steps;
  run = static_cast<uint32_t>(runs.size());
  runs.node.push_back(NodeId(row));
  runs.step.push_back(sums_all ? 0 : step_);
  return run;
}

void ProfileBuilder::ApplyTo(Row row, const ExecRecord& exec) {
  StringId canonical = nodes_.device[row];
  if (device_.kind.is_canonical) {
    // tfprof: a node stays on its first canonical device; records of another
    // one are dropped, in every step.
    if (canonical.valid() && canonical != device_.name && !rules_.attribution) {
      LeaveOut(exec);
      return;
    }
    if (!canonical.valid()) {
      canonical = device_.name;
      nodes_.device.Set(row, canonical);
      nodes_.host_device.Set(row, device_.host);
    }
  }
  const uint32_t run = NodeStepOf(row);
  if (kept_.records && run != kNoNodeStep)
    records_.AddDevice(run, device_.name);
  // tfprof: memory counts on the canonical device, and a record without a
  // device counts while the node has none either.
  const bool on_own_device =
      canonical.valid() ? canonical == device_.name ||
                              (rules_.attribution && device_.kind.is_canonical)
                        : device_.is_nameless;
  if (HasStartTime(exec)) {
    if (run != kNoNodeStep) ApplyTime(run, exec);
    if (on_own_device) ApplyMemory(row, run, exec);
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
  NodeStepTable& runs = profile_.node_steps;
  const int64_t start = exec.all_start_us;
  const int64_t micros = DurationOf(exec, rules_);
  const int64_t first = runs.all_start_us[run];
  if (first <= 0 || start < first) runs.all_start_us.Set(run, start);
  const int64_t end = WrapAdd(start, micros);
  if (end > runs.latest_end_us[run]) runs.latest_end_us.Set(run, end);
  const bool on_accelerator = device_.kind.is_all_streams;
  if (on_accelerator) {
    runs.accelerator_us.Add(run, micros);
  } else if (device_.kind.is_canonical) {
    runs.cpu_us.Add(run, micros);
    runs.run_count.Add(run, 1);
  } else {
    return;
  }
  if (kept_.records) {
    records_.AddTime(run, {start, micros, device_.name, on_accelerator});
  }
}

void ProfileBuilder::ApplyMemory(Row row, uint32_t run,
                                 const ExecRecord& exec) {
  const auto gpu_allocators = std::count_if(
      exec.memory.begin(), exec.memory.end(),
      [](const AllocatorRecord& use) { return IsGpuAllocator(use.allocator); });
  if (gpu_allocators > 1) {
    diagnostics_.Warn(
        "records have several gpu allocators",
        fmt::format("found {} gpu allocator for 1 node", gpu_allocators));
  }
  if (run == kNoNodeStep && !kept_.records) return;
  const MemoryRecord memory = MemoryOfRecord(exec, device_.kind);
  AddPersistent(row, memory.accelerator_persistent_bytes);
  if (run == kNoNodeStep) return;
  AddMemoryTo(run, memory);
  if (!kept_.records) return;
  const uint32_t record = records_.AddMemory(run, memory);
  for (const OutputRecord& output : exec.outputs) {
    if (!output.has_allocation) continue;
    records_.AddOutput(run, {record, output.slot, BytesOf(output), output.ptr});
  }
  for (const AllocatorRecord& use : exec.memory) {
    if (!IsGpuAllocator(use.allocator)) continue;
    for (const AllocationRecord& allocation : use.allocations) {
      records_.AddAllocation(run, allocation);
    }
  }
}

void ProfileBuilder::AddPersistent(Row row, int64_t bytes) {
  if (kept_.records) persistent_of_step_.Add(row, bytes);
}

void ProfileBuilder::EndPersistent(Row row) {
  const int64_t of_step = persistent_of_step_[row];
  Column<int64_t>& most = nodes_.accelerator_persistent_bytes;
  if (of_step > most[row]) most.Set(row, of_step);
  persistent_of_step_.Set(row, 0);
}

void ProfileBuilder::AddMemoryTo(uint32_t run, const MemoryRecord& memory) {
  NodeStepTable& runs = profile_.node_steps;
  runs.requested_bytes.Add(run, memory.requested_bytes);
  runs.peak_bytes.Add(run, memory.peak_bytes);
  runs.residual_bytes.Add(run, memory.residual_bytes);
  runs.output_bytes.Add(run, memory.output_bytes);
}

}  // namespace tfprof
