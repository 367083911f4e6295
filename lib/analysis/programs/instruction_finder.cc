// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_finder.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>

#include <tsl/robin_set.h>

#include "base/numbers.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

std::optional<int64_t> KnownOf(const Count& count) {
  return count.is_known() ? std::optional(count.value()) : std::nullopt;
}

}  // namespace

double InstructionFinder::PeaksOfDevice::ComputeOf(
    std::string_view unit) const {
  if (peaks[kCompute] > 0) return peaks[kCompute];
  for (const DeviceRoof& roof : units) {
    if (roof.name == unit) return roof.peak;
  }
  return 0;
}

InstructionFinder::PeaksOfDevice InstructionFinder::PeaksOf(
    const RecordedDevice& device, const Peaks& given) {
  PeaksOfDevice peaks;
  peaks.units = RoofsOf(device, given);
  for (const DeviceRoof& roof : peaks.units) {
    for (size_t kind = 0; kind < kRoofKinds; ++kind) {
      if (roof.name == kRoofNames[kind]) peaks.peaks[kind] = roof.peak;
    }
  }
  return peaks;
}

HloCosts* InstructionFinder::CostsOf(
    const RecordedHost::CompiledProgram& program) {
  HloCosts*& costs = costs_of_program_[program.program.get()];
  if (costs == nullptr) {
    result_.programs.push_back(std::make_unique<HloCosts>(program.program));
    costs = result_.programs.back().get();
  }
  return costs;
}

// By its id; of an event without one the only program of that module.
HloCosts* InstructionFinder::ProgramOf(const RecordedHost& host,
                                       std::optional<uint64_t> id,
                                       std::string_view module,
                                       bool may_guess) {
  const auto& compiled = host.compiled;
  if (id) {
    const auto found =
        std::lower_bound(compiled.begin(), compiled.end(), *id,
                         [](const auto& program, uint64_t wanted) {
                           return program.id < wanted;
                         });
    const bool is_there = found != compiled.end() && found->id == *id;
    return is_there ? CostsOf(*found) : nullptr;
  }
  if (!may_guess) return nullptr;
  if (only_of_module_.empty()) {
    for (const RecordedHost::CompiledProgram& program : compiled) {
      const HloModule& of = program.program->module;
      const auto [found, is_new] =
          only_of_module_.insert({of.strings[of.name], &program});
      if (!is_new) found.value() = nullptr;
    }
  }
  const auto found = only_of_module_.find(module);
  const bool is_one =
      found != only_of_module_.end() && found->second != nullptr;
  return is_one ? CostsOf(*found->second) : nullptr;
}

InstructionFinder::NodeWork& InstructionFinder::WorkOf(
    const RecordedProcess& process, uint32_t node, bool is_of_tpu) {
  NodeWork& work = nodes_[node];
  if (work.is_known) return work;
  work.is_known = true;
  const RecordedHost& host = *process.host;
  const RecordedNode& of = host.nodes[node];
  const ProgramName program = SplitProgramName(host.Text(of.program));
  const std::string_view instruction = host.Text(of.instruction);
  const auto [found, is_new] =
      row_of_key_.insert({RowKey{program.module, program.id, instruction},
                          static_cast<uint32_t>(rows_.size())});
  work.row = found->second;
  if (is_new) {
    InstructionRow& row = rows_.emplace_back().row;
    row.program = program.module;
    if (program.id) row.program_id = std::to_string(*program.id);
    row.instruction = instruction;
  }
  HloCosts* const costs =
      ProgramOf(host, program.id, program.module, !is_of_tpu);
  if (costs == nullptr) return work;
  const HloProgram::Row hlo_row = costs->Find(instruction);
  InstructionRow& row = rows_[work.row].row;
  if (row.costs == nullptr) row.costs = costs;
  if (hlo_row == HloProgram::kNone) return work;
  if (row.hlo_row == HloProgram::kNone) {
    row.costs = costs;
    row.hlo_row = hlo_row;
  }
  work.float_ops = costs->FloatOpsOf(hlo_row);
  work.bytes = costs->BytesOf(hlo_row);
  work.unit = costs->UnitOf(hlo_row);
  return work;
}

InstructionFinder::OnDevice& InstructionFinder::SumOn(uint32_t row) {
  return on_devices_[uint64_t{row} << 32 | device_];
}

void InstructionFinder::AddProcess(uint32_t index) {
  const RecordedProcess& process = capture_.processes[index];
  const RecordedHost& host = *process.host;
  const std::vector<bool> is_chosen = ChosenStepsOf(capture_, index, steps_);
  nodes_.assign(host.nodes.size(), {});
  only_of_module_.clear();
  if (!given_work_.empty()) FindGiven(process, is_chosen);
  uint32_t device = kNoRow;
  for (uint32_t i = 0; i < host.work.size(); ++i) {
    const uint32_t step = process.steps.step_of_work[i];
    if (step == RecordedSteps::kOutside || !is_chosen[step]) continue;
    const Executions::Row& work = host.work[i];
    const RecordedDevice& of = host.devices[work.device];
    if (of.kind == DeviceKind::kCpu && host.is_accelerated) continue;
    if (host.Text(host.nodes[work.node].instruction).empty()) continue;
    if (work.device != device) {
      device = work.device;
      device_ = static_cast<uint32_t>(devices_.size());
      devices_.push_back(process.prefix + of.name);
      peaks_ = PeaksOf(of, given_);
    }
    NodeWork& node = WorkOf(process, work.node, of.kind == DeviceKind::kTpu);
    InstructionRow& row = rows_[node.row].row;
    const int64_t runs = process.steps.runs_of_work[i];
    row.runs += runs;
    row.time_ps = WrapAdd(row.time_ps, work.length_ps());
    row.self_ps = WrapAdd(row.self_ps, work.self_ps);
    if (of.kind == DeviceKind::kGpu) row.kernels = row.kernels.value_or(0) + 1;
    OnDevice& sum = SumOn(node.row);
    sum.self_ps = WrapAdd(sum.self_ps, work.self_ps);
    const WorkDetail* const detail =
        work.detail == kNoRow ? nullptr : &host.details[work.detail];
    if (of.kind == DeviceKind::kTpu && detail != nullptr) {
      AddTpuWork(*detail, host, runs, node);
    } else {
      AddOtherWork(of.kind == DeviceKind::kGpu ? detail : nullptr, node, runs);
      if (detail != nullptr && row.op_name.empty()) {
        row.op_name = host.Text(detail->op_name);
      }
    }
  }
  std::vector<WorkOfNode>& of_process = result_.nodes.emplace_back();
  for (const NodeWork& node : nodes_) {
    of_process.push_back(
        {node.is_known, KnownOf(node.all_float_ops), KnownOf(node.all_bytes)});
  }
}

void InstructionFinder::FindGiven(const RecordedProcess& process,
                                  const std::vector<bool>& is_chosen) {
  const RecordedHost& host = *process.host;
  tsl::robin_set<uint64_t, IntHash> seen;  // node and name of an execution
  for (uint32_t i = 0; i < host.work.size(); ++i) {
    const uint32_t step = process.steps.step_of_work[i];
    if (step == RecordedSteps::kOutside || !is_chosen[step]) continue;
    const Executions::Row& work = host.work[i];
    const RecordedNode& of = host.nodes[work.node];
    const DeviceKind kind = host.devices[work.device].kind;
    if (kind == DeviceKind::kCpu && host.is_accelerated) continue;
    if (host.Text(of.instruction).empty()) continue;
    if (!seen.insert(uint64_t{work.node} << 32 | work.name.value).second) {
      continue;
    }
    NodeWork& node = WorkOf(process, work.node, kind == DeviceKind::kTpu);
    const InstructionRow& row = rows_[node.row].row;
    const auto look_for = [&](std::string_view name) {
      node.given = std::min(node.given, given_work_.Find(name));
    };
    look_for(host.Text(work.name));
    look_for(row.instruction);
    if (row.hlo_row != HloProgram::kNone) {
      const HloModule& module = row.costs->program().module;
      look_for(module.strings[module.instructions[row.hlo_row].op_name]);
    }
    if (work.detail == kNoRow) continue;
    const WorkDetail& detail = host.details[work.detail];
    look_for(host.Text(detail.op_name));
    look_for(WithoutTypeColon(host.Text(detail.tf_op)));
  }
}

std::optional<int64_t> InstructionFinder::GivenFloatOps(
    const NodeWork& node) const {
  if (node.given == GivenWork::kNone) return std::nullopt;
  return given_work_[node.given].float_ops;
}

std::optional<int64_t> InstructionFinder::GivenBytes(
    const NodeWork& node) const {
  if (node.given == GivenWork::kNone) return std::nullopt;
  return given_work_[node.given].bytes;
}

void InstructionFinder::SetRoof(OpenInstruction& open) const {
  InstructionRow& row = open.row;
  const auto& at = open.at_roof_ps;
  const double sum = std::accumulate(at.begin(), at.end(), 0.0);
  if (row.is_async || !open.has_roof || row.time_ps <= 0 || sum <= 0 ||
      !row.float_ops || !row.bytes) {
    return;
  }
  const auto most = std::max_element(at.begin(), at.end());
  const auto time_ps = static_cast<double>(row.time_ps);
  row.bound = kRoofNames[most - at.begin()];
  row.roof_share = *most / time_ps;
  row.memory_share = at[kMemory] / time_ps;
  row.compute_share = at[kCompute] / time_ps;
  row.wasted_ns = static_cast<double>(row.self_ps) / 1000 *
                  std::max(0.0, 1 - row.roof_share);
}

void InstructionFinder::FinishRow(OpenInstruction& open) {
  InstructionRow& row = open.row;
  row.SetWork(open.float_ops, open.bytes);
  if (open.is_recorded) {
    row.source =
        row.float_ops ? WorkSource::kRecorded : WorkSource::kNotRecorded;
  } else if (row.float_ops && open.is_on_event) {
    row.source = WorkSource::kRecorded;
  }
  if (row.float_ops && open.is_given) row.source = WorkSource::kGiven;
  if (open.is_recorded && row.float_ops) {
    row.model_float_ops = KnownOf(open.model_float_ops);
  }
  if (open.is_recorded && row.bytes) row.hbm_bytes = KnownOf(open.hbm_bytes);
  const bool has_hlo = row.hlo_row != HloProgram::kNone;
  if (has_hlo) {
    const HloModule& module = row.costs->program().module;
    const StringId op_name = module.instructions[row.hlo_row].op_name;
    if (!module.strings[op_name].empty()) {
      row.op_name = module.strings[op_name];
    }
  }
  row.is_async =
      IsAsyncWord(has_hlo ? row.costs->OpcodeOf(row.hlo_row) : row.category);
  SetRoof(open);
}

void InstructionFinder::Finish() {
  for (const auto& [key, sum] : on_devices_) ++rows_[key >> 32].row.devices;
  for (OpenInstruction& open : rows_) FinishRow(open);
  std::vector<uint32_t> order(rows_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const InstructionRow& left = rows_[a].row;
    const InstructionRow& right = rows_[b].row;
    if (left.self_ps != right.self_ps) return left.self_ps > right.self_ps;
    return std::tie(left.program, left.program_id, left.instruction) <
           std::tie(right.program, right.program_id, right.instruction);
  });
  std::vector<uint32_t> place_of_row(rows_.size());
  for (const uint32_t row : order) {
    place_of_row[row] = static_cast<uint32_t>(result_.rows.size());
    result_.rows.push_back(std::move(rows_[row].row));
  }
  FinishDevices(place_of_row);
}

void InstructionFinder::FinishDevices(
    const std::vector<uint32_t>& place_of_row) {
  std::vector<std::pair<uint64_t, OnDevice>> sums(on_devices_.begin(),
                                                  on_devices_.end());
  for (auto& [key, sum] : sums) {
    key = uint64_t{place_of_row[key >> 32]} << 32 | (key & UINT32_MAX);
  }
  // Real numbers are added up in one order.
  std::sort(sums.begin(), sums.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  result_.devices.resize(devices_.size());
  for (size_t i = 0; i < devices_.size(); ++i) {
    result_.devices[i].device = std::move(devices_[i]);
  }
  for (const auto& [key, sum] : sums) {
    const InstructionRow& row = result_.rows[key >> 32];
    InstructionsOfDevice& device = result_.devices[key & UINT32_MAX];
    device.time_ps = WrapAdd(device.time_ps, sum.self_ps);
    ++device.instructions;
    if (row.float_ops) {
      int64_t float_ops = device.float_ops.value_or(0);
      AddWithin64Bits(float_ops, sum.float_ops);
      device.float_ops = float_ops;
    }
    if (row.float_ops && row.bytes) {
      ++device.known_instructions;
      device.known_time_ps = WrapAdd(device.known_time_ps, sum.self_ps);
    }
    if (row.bytes && !row.is_async) AddWithin64Bits(device.bytes, sum.bytes);
    if (!row.has_roof()) continue;
    const double self_ns = static_cast<double>(sum.self_ps) / 1000;
    device.roof_time_ps = WrapAdd(device.roof_time_ps, sum.self_ps);
    device.at_roof_ns += self_ns * std::min(1.0, row.roof_share);
    device.wasted_ns += self_ns * std::max(0.0, 1 - row.roof_share);
  }
  std::stable_sort(
      result_.devices.begin(), result_.devices.end(),
      [](const InstructionsOfDevice& a, const InstructionsOfDevice& b) {
        return a.device < b.device;
      });
}

}  // namespace tfprof
