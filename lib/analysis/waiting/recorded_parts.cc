// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_parts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/waiting/idle_parts.h"
#include "base/strings.h"
#include "model/code_lines.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

std::string_view PlaceOfCause(const RecordedHost& host,
                              const IdleCause& cause) {
  for (const auto text : {LineText, RegionText, ProgramText}) {
    if (const std::string_view place = text(host, cause); !place.empty()) {
      return place;
    }
  }
  return {};
}

void AddIdle(const WaitingOfProcess& process, const DeviceMoments& device,
             ProcessParts& parts) {
  const RecordedHost& host = process.view->host();
  IdleExplainer explainer(*process.view, device);
  for (const IdleStretch& stretch : StretchesOf(device, process.windows)) {
    for (const IdlePart& part : explainer.PartsOf(stretch)) {
      DifferenceRow::Side& side =
          parts.sums[{fmt::format("idle {}", WordsOf(part.cause.reason)),
                      std::string(PlaceOfCause(host, part.cause))}];
      side.sum_ps += part.length_ps() * stretch.windows;
      side.works += static_cast<uint64_t>(stretch.windows);
      if (part.cause.certainty == Certainty::kGuess) {
        side.guess_ps += part.length_ps() * stretch.windows;
      }
    }
  }
}

// "model.py:93" of the innermost frame of the program's own files.
std::string LineOfInstruction(const HloModule& module,
                              const HloModule::Instruction& instruction) {
  size_t frames = 0;
  for (HloModule::Row row = instruction.frame;
       row != HloModule::kNone && frames < HloModule::kMostFrames; ++frames) {
    const HloModule::Frame& frame = module.frames[row];
    row = frame.parent;
    if (!frame.file.valid() || frame.line <= 0) continue;
    const std::string_view file = module.strings[frame.file];
    if (IsLibraryFile(file)) continue;
    return fmt::format("{}:{}", AfterLastSlash(file), frame.line);
  }
  return "";
}

// The place of an instruction; of one that has none, as a fusion of old
// releases of XLA, that of what it calls, the last instruction first.
HloModule::Row WithPlace(const HloModule& module, HloModule::Row row) {
  const auto has_place = [&](HloModule::Row at) {
    return module.instructions[at].frame != HloModule::kNone;
  };
  if (has_place(row)) return row;
  for (const HloModule::Row called : module.called[row]) {
    const HloModule::Computation& computation = module.computations[called];
    for (HloModule::Row at = computation.end; at-- > computation.first;) {
      if (has_place(at)) return at;
    }
  }
  return row;
}

void SetPlace(const RecordedHost& host, const DeviceWork& work,
              DifferenceRow::Side& side) {
  if (work.row == kNoRow) return;  // an operation of a CPU
  const Executions::Row& execution = host.work[work.row];
  const RecordedNode& node = host.nodes[execution.node];
  std::string op_name;
  if (node.program_row != kNoRow && node.hlo_row != HloModule::kNone &&
      host.programs[node.program_row].hlo != nullptr) {
    const HloModule& module = *host.programs[node.program_row].hlo;
    const HloModule::Instruction& instruction =
        module.instructions[WithPlace(module, node.hlo_row)];
    side.line = LineOfInstruction(module, instruction);
    if (instruction.op_name.valid()) {
      op_name = module.strings[instruction.op_name];
    }
  }
  if (execution.detail != kNoRow) {
    const WorkDetail& detail = host.details[execution.detail];
    if (side.line.empty()) side.line = AfterLastSlash(host.Text(detail.source));
    if (op_name.empty()) op_name = host.Text(detail.op_name);
  }
  op_name = CanonicalName(op_name);
  const size_t slash = op_name.rfind('/');
  if (slash != std::string::npos) side.scope = op_name.substr(0, slash);
}

ProcessParts PartsOfProcess(const WaitingOfProcess& process) {
  ProcessParts parts;
  for (const AccountWindow& window : process.windows) {
    ++parts.side.steps;
    parts.side.length_sum_ps += window.length_ps();
  }
  const auto all =
      std::find_if(process.devices.begin(), process.devices.end(),
                   [](const DeviceMoments& device) { return device.is_all; });
  if (all == process.devices.end()) {
    // Only the lengths of steps are known.
    if (parts.side.length_sum_ps > 0) {
      parts.sums[{"not recorded", ""}].sum_ps = parts.side.length_sum_ps;
    }
    return parts;
  }
  for (const DeviceMoments& device : process.devices) {
    if (device.is_all) continue;
    ++parts.side.devices;
    parts.side.work_ps +=
        static_cast<double>(AccountOf(device, process.windows).of_class[0]);
  }
  const RecordedHost& host = process.view->host();
  for (const OperationAccount& row :
       AccountByOperation(process.view->works, *all, process.windows)) {
    const bool is_compute = row.work_class == WorkClass::kCompute;
    DifferenceRow::Side& side =
        parts.sums[{std::string(WordsOf(row.work_class)),
                    std::string(is_compute ? row.name : row.kind)}];
    side.sum_ps += row.exposed_ps;
    side.works += row.works;
    side.in_flight_ps += row.in_flight_ps;
    // Works of one kind come from many places.
    if (is_compute) SetPlace(host, process.view->works[row.work], side);
  }
  AddIdle(process, *all, parts);
  return parts;
}

}  // namespace

RunParts PartsOf(const RecordedWaiting& waiting) {
  RunParts run;
  run.is_recording = true;
  const bool is_only = waiting.processes.size() == 1;
  for (size_t i = 0; i < waiting.processes.size(); ++i) {
    std::string host = is_only ? "" : waiting.capture->processes[i].label;
    ProcessParts parts = PartsOfProcess(waiting.processes[i]);
    parts.side.host = host;
    run.processes[std::move(host)] = std::move(parts);
  }
  return run;
}

}  // namespace tfprof
