// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recording_builder.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

// "fusion" of "fusion.3".
std::string_view WithoutNumber(std::string_view instruction) {
  const size_t dot = instruction.rfind('.');
  const bool is_numbered = dot != std::string_view::npos &&
                           instruction.find_first_not_of(
                               "0123456789", dot + 1) == std::string_view::npos;
  return is_numbered ? instruction.substr(0, dot) : instruction;
}

Recording::Device DeviceOf(const XPlane& plane) {
  using Kind = Recording::Device::Kind;
  if (plane.kind == XPlane::Kind::kHost) {
    return {Kind::kHost, "/device:cpu:0", 0, 0};
  }
  const std::string ordinal =
      StandInForPlace(
          std::string_view(plane.name).substr(plane.name.rfind(':') + 1));
  return plane.kind == XPlane::Kind::kTpu
             ? Recording::Device{Kind::kTpu, "/device:tpu:" + ordinal, 0, 0}
             : Recording::Device{Kind::kGpu, "/device:gpu:" + ordinal, 0, 0};
}

}  // namespace

RecordingBuilder::RecordingBuilder(Recording recording, const Options& options)
    : recording_(std::move(recording)),
      options_(options),
      instructions_of_(recording_.programs.size()) {
  for (uint32_t i = 0; i < recording_.programs.size(); ++i) {
    const Recording::Program& program = recording_.programs[i];
    const HloModule& module = *program.module;
    const StringId name =
        recording_.strings.Intern(module.strings[module.name]);
    program_of_[{program.id, name}] = i;
  }
}

void RecordingBuilder::AddPlane(const XPlane& plane) {
  recording_.devices.push_back(DeviceOf(plane));
  spans_.emplace_back();
}

StringId RecordingBuilder::ModuleOf(std::string_view text) {
  return modules_.Of(text, [&](std::string_view module) {
    return recording_.strings.Intern(module);
  });
}

std::optional<uint32_t> RecordingBuilder::ProgramOf(int64_t program,
                                                    StringId module) const {
  auto found = program_of_.find({program, module});
  if (found == program_of_.end()) {
    found = program_of_.find({std::nullopt, module});
  }
  if (found == program_of_.end()) return std::nullopt;
  return found->second;
}

RecordingBuilder::FoundInstruction RecordingBuilder::FindInstruction(
    uint32_t program, std::string_view op) {
  const HloModule& module = *recording_.programs[program].module;
  auto& rows = instructions_of_[program];
  if (rows.empty()) {
    for (HloModule::Row i = 0; i < module.instructions.size(); ++i) {
      rows[module.instructions[i].name.value] = i;
    }
  }
  const auto found = rows.find(module.strings.Find(op).value);
  if (found == rows.end()) return {};
  const HloModule::Row row = found->second;
  const std::string_view name = module.strings[module.name];
  const bool has_name =
      !module.strings[module.instructions[row].op_name].empty();
  StringPool& strings = recording_.strings;
  return {row,
          {has_name || TakesModule(name, op)
               ? strings.Intern(NodeNameOf(module, row))
               : strings.Intern(op),
           strings.Intern(OpTypeOf(module, row))}};
}

RecordingBuilder::FoundInstruction RecordingBuilder::InstructionOf(
    uint32_t program, std::string_view op) {
  if (op.size() < kLongName) return FindInstruction(program, op);
  const auto [known, is_new] =
      found_of_text_.try_emplace({op.data(), program});
  if (is_new) known->second = FindInstruction(program, op);
  return known->second;
}

// An instruction of no program by its own name.
RecordingBuilder::OpIds RecordingBuilder::IdsOf(std::string_view op) {
  return instructions_.Of(op, [&](std::string_view text) {
    StringPool& strings = recording_.strings;
    return OpIds{strings.Intern(text), strings.Intern(WithoutNumber(text))};
  });
}

// Whether an operation is called after its module, too. Where many such names
// are long it is not: a small file could ask for its length as often as it has
// operations.
bool RecordingBuilder::TakesModule(std::string_view module,
                                   std::string_view op) {
  constexpr size_t kMostLongNames = size_t{4} << 20;
  const size_t size = module.size() + 1 + op.size();
  if (size < kLongName) return true;
  if (long_names_ + size > kMostLongNames) return false;
  long_names_ += size;
  return true;
}

void RecordingBuilder::NameInstruction(const LineSums::RowKey& key,
                                       Recording::Row& row) {
  row.module = ModuleOf(key.module);
  row.program = key.program;
  if (const auto program = ProgramOf(key.program, row.module)) {
    const FoundInstruction found = InstructionOf(*program, key.op);
    if (found.instruction != HloModule::kNone) {
      row.program_row = *program;
      row.instruction = found.instruction;
      row.name = found.ids.name;
      row.type = found.ids.type;
      return;
    }
  }
  const OpIds ids = IdsOf(key.op);
  row.name = ids.name;
  row.type = ids.type;
  if (key.module.empty() || !TakesModule(key.module, key.op)) return;
  std::string name(key.module);
  name.append("/").append(key.op);
  row.name = recording_.strings.Intern(name);
}

void RecordingBuilder::NameKernel(const LineSums::RowKey& key,
                                  Recording::Row& row) {
  const OpIds ids = kernels_.Of(key.op, [&](std::string_view text) {
    StringPool& strings = recording_.strings;
    const OpName op = ParseOpName(text);
    return OpIds{strings.Intern(op.name), strings.Intern(op.type)};
  });
  row.name = ids.name;
  row.type = ids.type;
}

Recording::Row RecordingBuilder::MakeRow(const XPlane& plane,
                                         const LineSums::RowKey& key) {
  const EventName& event = plane.names[key.name];
  Recording::Row row;
  row.kind = key.kind;
  row.device = static_cast<uint32_t>(recording_.devices.size() - 1);
  row.float_ops = plane.FloatOpsOf(key.name);
  if (plane.is_device()) row.kernel = event.text;
  switch (key.kind) {
    case Recording::RowKind::kOperation:
    case Recording::RowKind::kEager:
      row.name = event.op_name;
      row.type = event.op_type;
      break;
    case Recording::RowKind::kInstruction:
      NameInstruction(key, row);
      break;
    case Recording::RowKind::kKernel:
      NameKernel(key, row);
      break;
    case Recording::RowKind::kLoneKernel:
      row.name = event.text;
      row.type = recording_.strings.Intern(key.op);
  }
  return row;
}

uint32_t RecordingBuilder::RowOf(const XPlane& plane,
                                 const LineSums::RowKey& key) {
  Recording::Row row = MakeRow(plane, key);
  const auto [found, is_new] =
      row_of_.try_emplace(RowKey(row.kind, row.device, row.name, row.kernel,
                                 row.module, row.program),
                          static_cast<uint32_t>(recording_.rows.size()));
  if (is_new) {
    recording_.rows.push_back(row);
    return found->second;
  }
  // tfprof: of one name the first type that is not empty stays.
  StringId& type = recording_.rows[found->second].type;
  if (recording_.strings[type].empty()) type = row.type;
  return found->second;
}

void RecordingBuilder::AddLine(const XPlane& plane, LineSums sums) {
  std::vector<uint32_t> rows;
  for (size_t i = 0; i < sums.rows.size(); ++i) {
    rows.push_back(RowOf(plane, sums.rows[i]));
    if (sums.is_eager[i]) recording_.rows[rows.back()].is_eager = true;
    row_calls_.Take(rows.back(), sums.called_from[i]);
  }
  for (size_t i = 0; i < sums.cells.size(); ++i) {
    sums.cells[i].row = rows[sums.cells[i].row];
  }
  AddCells(sums);
  const uint32_t number = lines_++;
  for (size_t i = 0; i < sums.stretches.size(); ++i) {
    sums.stretches[i].row = rows[sums.stretches[i].row];
    sums.stretches[i].line = number;
  }
  recording_.stretches.Append(std::move(sums.stretches));
  for (size_t i = 0; i < sums.hand_overs.size(); ++i) {
    sums.hand_overs[i].line = number;
  }
  recording_.hand_overs.Append(std::move(sums.hand_overs));
  begin_ps_ = std::min(begin_ps_, sums.begin_ps);
  end_ps_ = std::max(end_ps_, sums.end_ps);
  AddIdle(plane, sums);
  memory_.Append(std::move(sums.memory));
  const auto device = static_cast<uint32_t>(recording_.devices.size() - 1);
  ++recording_.devices.back().lines;
  parts_.Append(std::move(sums.parts), device);
  busy_.Append(std::move(sums.busy), device);
  for (const auto& [step, marker] : sums.markers) {
    markers_.push_back({step, marker});
  }
}

void RecordingBuilder::AddCells(LineSums& sums) {
  const auto base = static_cast<uint32_t>(recording_.cells.size());
  const auto& runs = sums.cell_runs;
  for (size_t i = 0; i < runs.size(); ++i) {
    const size_t end =
        i + 1 < runs.size() ? runs[i + 1].first : sums.cells.size();
    recording_.cell_runs.push_back(
        {runs[i].step, base + runs[i].first, base + static_cast<uint32_t>(end)});
  }
  recording_.cells.Append(std::move(sums.cells));
}

void RecordingBuilder::AddIdle(const XPlane& plane, const LineSums& sums) {
  if (!plane.is_device()) {
    // Threads wait, each on its own.
    const int64_t idle = sums.last_ps - sums.first_ps - sums.self_ps;
    recording_.devices.back().idle_ps += std::max<int64_t>(idle, 0);
    return;
  }
  if (!sums.has_span) return;
  DeviceSpan& span = spans_.back();
  span.first_ps =
      span.is_known ? std::min(span.first_ps, sums.first_ps) : sums.first_ps;
  span.last_ps = std::max(span.last_ps, sums.last_ps);
  span.self_ps = WrapAdd(span.self_ps, sums.self_ps);
  span.is_known = true;
}

void RecordingBuilder::FinishIdle() {
  for (size_t i = 0; i < spans_.size(); ++i) {
    const DeviceSpan& span = spans_[i];
    Recording::Device& device = recording_.devices[i];
    if (device.kind == Recording::Device::Kind::kHost) continue;
    int64_t ran = span.self_ps;
    if (options_.rules.all_rows) {
      ran = recording_.whole.BusyPsOf(static_cast<uint32_t>(i));
    }
    // tfprof: of a device that ends at 0 nothing is known.
    if (span.last_ps != 0) {
      device.idle_ps = std::max<int64_t>(span.last_ps - span.first_ps - ran, 0);
    }
  }
}

void RecordingBuilder::SortCells() {
  std::stable_sort(recording_.cell_runs.begin(), recording_.cell_runs.end(),
                   [](const Recording::CellRun& a,
                      const Recording::CellRun& b) { return a.step < b.step; });
}

Recording RecordingBuilder::Finish(std::span<const LineCalls> calls) {
  row_of_.clear();
  SortCells();
  FinishSteps();
  FinishIdle();
  row_calls_.AddTo(recording_, calls);
  recording_.allocators = SummarizeAllocators(std::move(memory_));
  recording_.strings.Freeze();
  return std::move(recording_);
}

}  // namespace tfprof
