// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder for XSpaces: rows of a recording become nodes, and their
// executions in a step become the node's numbers. Times stay in picoseconds,
// since most operations take less than a microsecond and rounding each would
// lose most of it.
#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/profile_builder.h"
#include "model/xspace/recording.h"
#include "model/xspace/step_table_of.h"

namespace tfprof {

namespace {

// True if a function body with its inlining number follows: "body/_12/...".
bool IsBody(std::string_view part) {
  constexpr std::string_view kBranch = "branch_";
  return part == "body" || part == "cond" || part == "then" || part == "else" ||
         (part.starts_with(kBranch) && IsNumber(part.substr(kBranch.size())));
}

constexpr std::string_view kLibraryFolder = "<library>/";

// A program's stack of a single line inside TensorFlow does not tell who wrote
// it.
bool IsLoneFrameworkLine(const HloModule& module,
                         const std::vector<HloModule::Row>& stack) {
  return stack.size() == 1 &&
         module.strings[module.frames[stack[0]].file].ends_with(
             "tensorflow/python/framework/ops.py");
}

}  // namespace

std::string WithoutInlineNumbers(std::string_view name) {
  std::string plain;
  std::string_view last;
  while (true) {
    const size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    const bool is_number =
        part.starts_with('_') && IsNumber(part.substr(1)) && IsBody(last);
    if (!is_number) {
      plain += part;
      if (slash != std::string_view::npos) plain += '/';
    }
    if (slash == std::string_view::npos) return plain;
    name.remove_prefix(slash + 1);
    last = part;
  }
}

// Destinations for the numbers of a recording's rows.
struct ProfileBuilder::RecordedRows {
  explicit RecordedRows(std::shared_ptr<const Recording> of)
      : recording(std::move(of)), sums(recording->rows.size()) {}

  struct Sum {
    int64_t self_ps = 0;
    int64_t count = 0;
  };

  std::shared_ptr<const Recording> recording;
  std::vector<Row> node;  // by row of the recording
  std::vector<Sum> sums;  // by row, of one step
  std::vector<uint32_t> rows_of_step;
};

void ProfileBuilder::AddRecording(
    const std::shared_ptr<const Recording>& recording) {
  profile_.is_recording = true;
  recordings_.push_back(recording);
}

StackId ProfileBuilder::AddProgramStack(const HloModule& module,
                                        uint32_t instruction) {
  const uint32_t frame = module.instructions[instruction].frame;
  if (frame == HloModule::kNone) return {};
  const auto [known, is_new] =
      stack_of_frame_.try_emplace({&module, frame}, StackId());
  if (!is_new) return known->second;
  const std::vector<HloModule::Row> stack =
      WithoutRepeats(module, module.StackOf(frame));
  if (stack.empty() || IsLoneFrameworkLine(module, stack)) return {};
  std::vector<FrameRecord> records;
  for (const HloModule::Row row : stack) {
    const HloModule::Frame& line = module.frames[row];
    FrameRecord record;
    record.file = module.strings[line.file];
    if (line.function.valid()) record.function = module.strings[line.function];
    record.line = line.line;
    records.push_back(record);
  }
  profile_.has_code_traces = true;
  return known->second = AddFrames(records, &texts_of_frames_);
}

StackId ProfileBuilder::AddCallStack(const Recording& recording,
                                     uint32_t call) {
  const auto [known, is_new] =
      stack_of_frame_.try_emplace({&recording, call}, StackId());
  if (!is_new) return known->second;
  std::vector<FrameRecord> records;
  for (; call != Recording::Call::kNone; call = recording.calls[call].caller) {
    const Recording::Call& of = recording.calls[call];
    FrameRecord record;
    record.file = recording.strings[of.file];
    if (of.is_library) {
      // The folder is unknown.
      record.file = library_files_.Of(record.file, [&](std::string_view file) {
        return profile_.strings[profile_.strings.Intern(
            std::string(kLibraryFolder).append(file))];
      });
    }
    record.function = recording.strings[of.function];
    record.line = of.line;
    records.push_back(record);
  }
  std::reverse(records.begin(), records.end());
  profile_.has_code_traces = true;
  return known->second = AddFrames(records, &texts_of_frames_);
}

ProfileBuilder::Row ProfileBuilder::FindRecordedRow(std::string_view name,
                                                    std::string_view type) {
  Row row = FindRow(name);
  std::string plain;
  if (row == kNoRow && rules_.attribution) {
    plain = WithoutInlineNumbers(name);
    name = plain;
    row = FindRow(name);
  }
  if (row != kNoRow) {
    covered_[row] = true;
    return row;
  }
  const StringId op = profile_.strings.Intern(type.empty() ? "Unknown" : type);
  row = CreateRow(profile_.strings.Intern(name), op);
  AddAttrs(row, {}, {});
  inputs_.EndRow();
  nodes_.shape.EndRow();
  nodes_.output_shapes.EndRow();
  return row;
}

ProfileBuilder::Row ProfileBuilder::NodeOfRow(const Recording& recording,
                                              uint32_t index,
                                              RowOfName& long_names) {
  const Recording::Row& recorded = recording.rows[index];
  const std::string_view name = recording.strings[recorded.name];
  const bool is_long = name.size() >= kLongName;
  const auto known =
      is_long ? long_names.find(recorded.name.value) : long_names.end();
  const Row row =
      known != long_names.end()
          ? known->second
          : FindRecordedRow(name, recording.strings[recorded.type]);
  // A second lookup finds it.
  if (known != long_names.end()) covered_[row] = true;
  if (is_long) long_names[recorded.name.value] = row;
  if (recorded.instruction != HloModule::kNone && !nodes_.stack[row].valid()) {
    nodes_.stack.Set(
        row, AddProgramStack(*recording.programs[recorded.program_row].module,
                             recorded.instruction));
  }
  if (recorded.call != Recording::Call::kNone && !nodes_.stack[row].valid()) {
    nodes_.stack.Set(row, AddCallStack(recording, recorded.call));
  }
  // Float operations of an op log take precedence.
  if (nodes_.float_ops[row] == 0) {
    nodes_.float_ops.Set(row, recorded.float_ops);
  }
  if (!nodes_.device[row].valid()) {
    const std::string& device = recording.devices[recorded.device].name;
    nodes_.device.Set(row, profile_.strings.Intern(device));
    nodes_.host_device.Set(row, profile_.strings.Intern(HostDevice(device)));
  }
  return row;
}

// Rows that ran in no step do not become nodes. Devices come first: an
// operation that ran on a device belongs to it, not to the host that launched
// it.
void ProfileBuilder::NameRecordedNodes(RecordedRows& rows) {
  const Recording& recording = *rows.recording;
  const auto size = static_cast<uint32_t>(recording.rows.size());
  rows.node.assign(size, kNoRow);
  std::vector<bool> is_in_step(size, recording.steps.empty());
  for (const Recording::Step& step : recording.steps) {
    recording.ForEachCell(
        recording.RunsOf(step.number),
        [&](const Recording::Cell& cell) { is_in_step[cell.row] = true; });
  }
  RowOfName long_names;
  for (const bool on_device : {true, false}) {
    for (uint32_t i = 0; i < size; ++i) {
      const auto kind = recording.devices[recording.rows[i].device].kind;
      if (is_in_step[i] &&
          on_device == (kind != Recording::Device::Kind::kHost)) {
        rows.node[i] = NodeOfRow(recording, i, long_names);
      }
    }
  }
}

void ProfileBuilder::AddRecordedStep(RecordedRows& rows,
                                     const Recording::Step& step) {
  const Recording& recording = *rows.recording;
  const auto add = [&](const Recording::Cell& cell) {
    RecordedRows::Sum& sum = rows.sums[cell.row];
    if (sum.count == 0) rows.rows_of_step.push_back(cell.row);
    sum.self_ps = WrapAdd(sum.self_ps, cell.self_ps);
    sum.count = WrapAdd(sum.count, cell.count);
  };
  recording.ForEachCell(recording.steps.empty() ? std::span(recording.cell_runs)
                                                : recording.RunsOf(step.number),
                        add);
  std::sort(rows.rows_of_step.begin(), rows.rows_of_step.end(),
            [&](uint32_t a, uint32_t b) {
              return std::pair(rows.node[a], a) < std::pair(rows.node[b], b);
            });
  NodeStepTable& table = profile_.node_steps;
  Row last = kNoRow;
  int64_t host_runs = 0;
  int64_t kernel_runs = 0;
  uint32_t run = kNoNodeStep;
  const auto end_node = [&] {
    if (run == kNoNodeStep) return;
    // tfprof: an operation ran as often as its busiest kernel.
    const int64_t runs = host_runs > 0 ? host_runs : kernel_runs;
    table.run_count.Add(run, runs);
  };
  for (const uint32_t row : rows.rows_of_step) {
    RecordedRows::Sum& sum = rows.sums[row];
    const Recording::Row& recorded = recording.rows[row];
    if (rows.node[row] != last) {
      end_node();
      last = rows.node[row];
      host_runs = kernel_runs = 0;
      run = NodeStepOf(last);
    }
    const bool on_host = recording.devices[recorded.device].kind ==
                         Recording::Device::Kind::kHost;
    if (on_host || recorded.kind == Recording::RowKind::kInstruction) {
      host_runs = WrapAdd(host_runs, sum.count);
    } else {
      kernel_runs = std::max(kernel_runs, sum.count);
    }
    if (run != kNoNodeStep) {
      (on_host ? table.cpu_ps : table.accelerator_ps).Add(run, sum.self_ps);
      const int64_t start_us = MicrosOfPicos(step.begin_ps);
      table.all_start_us.Set(run, start_us);
      table.latest_end_us.Set(
          run, MicrosOfPicos(WrapAdd(step.begin_ps, step.length_ps)));
      if (kept_.records) {
        const StringId device =
            profile_.strings.Intern(recording.devices[recorded.device].name);
        records_.AddDevice(run, device);
        records_.AddTime(
            run, {start_us, MicrosOfPicos(sum.self_ps), device, !on_host});
      }
    }
    sum = {};
  }
  end_node();
  rows.rows_of_step.clear();
}

// The allocations of nodes in `step`, a number or the whole recording.
void ProfileBuilder::AddRecordedMemory(const Recording& recording,
                                       int64_t step) {
  NodeMemory of_step;
  of_step.step = step;
  const auto by_step = [](const NodeMemory& a, const NodeMemory& b) {
    return a.step < b.step;
  };
  NodeStepTable& table = profile_.node_steps;
  for (const Allocator& allocator : recording.allocators) {
    const auto [begin, end] = std::equal_range(
        allocator.by_node.begin(), allocator.by_node.end(), of_step, by_step);
    for (auto memory = begin; memory != end; ++memory) {
      const uint32_t run = NodeStepOf(FindRecordedRow(memory->node, {}));
      if (run == kNoNodeStep) continue;
      table.requested_bytes.Add(run, memory->requested_bytes);
      table.output_bytes.Add(run, memory->output_bytes);
      table.residual_bytes.Add(run, memory->residual_bytes);
      table.peak_bytes.Add(run, memory->peak_bytes);
    }
  }
}

void ProfileBuilder::KeepLogged(const OpLogEntry& entry) {
  LoggedNode& logged = logged_.emplace_back();
  logged.name = profile_.strings.Intern(entry.name);
  for (const std::string_view type : entry.types) {
    logged.types.push_back(profile_.strings.Intern(type));
  }
  logged.float_ops = entry.float_ops;
  logged.stack = entry.stack;
}

void ProfileBuilder::FinishRecordings() {
  if (recordings_.empty()) return;

  std::vector<RecordedRows> hosts;
  for (const auto& recording : recordings_) {
    NameRecordedNodes(hosts.emplace_back(recording));
  }
  // By step, then by host, so a node's numbers of one step are adjacent.
  std::optional<int64_t> last;
  ForEachStep(recordings_, [&](size_t host, const Recording::Step& recorded) {
    const int64_t step = recorded.number;
    if (last != step) {
      EnterStep(step);
      profile_.steps.push_back(step);
    }
    last = step;
    const Recording& recording = *hosts[host].recording;
    AddRecordedStep(hosts[host], recorded);
    AddRecordedMemory(
        recording,
        recording.steps.empty() ? NodeMemory::kWholeRecording : step);
  });
  NodeStepTable& table = profile_.node_steps;
  for (size_t run = 0; run < table.size(); ++run) {
    table.cpu_us.Set(run, MicrosOfPicos(table.cpu_ps[run]));
    table.accelerator_us.Set(run, MicrosOfPicos(table.accelerator_ps[run]));
  }
  hosts.clear();
  profile_.step_table = StepTableOf(recordings_);
  for (const LoggedNode& logged : logged_) {
    const Row row = FindRow(profile_.strings[logged.name]);
    if (row == kNoRow) continue;
    for (const StringId type : logged.types) AddType(row, type);
    AddLogged(row, logged.float_ops, logged.stack);
  }
  recordings_.clear();
  stack_of_frame_.clear();
  texts_of_frames_.clear();
  library_files_.clear();
}

}  // namespace tfprof
