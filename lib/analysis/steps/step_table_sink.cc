// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/step_table_sink.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "model/transfer.h"

namespace tfprof {

namespace {

constexpr std::string_view kUnknownType = "<>";

struct NameAndType {
  std::string name;
  std::string type;
};

// tfprof: "NODE:OP" of a kernel, "NODE:KIND" or "NODE:OP:KIND" of a copy; other
// names stay as they are, without a type.
NameAndType TracerName(std::string_view name, size_t most_parts,
                       std::string_view mark) {
  const auto parts =
      static_cast<size_t>(std::count(name.begin(), name.end(), ':')) + 1;
  if (parts < 2 || parts > most_parts) {
    return {std::string(name), std::string(kUnknownType)};
  }
  return {fmt::format("{} [{}]", name.substr(0, name.find(':')), mark),
          fmt::format("gpu:{}", name.substr(name.rfind(':') + 1))};
}

}  // namespace

void StepTableSink::BeginFile() {
  order_ = micros_ = bytes_ = start_ = 0;
  has_start_ = false;
  earliest_ = INT64_MAX;
  latest_ = INT64_MIN;
}

void StepTableSink::EndFile() {
  tables_.step_micros.Add(micros_);
  tables_.step_bytes.Add(bytes_);
  if (earliest_ < latest_) {
    tables_.step_spans.Add(WrapAdd(latest_, WrapMultiply(earliest_, -1)));
  }
}

// tfprof: single streams are skipped, as they repeat stream:all, and so are
// host activities, which repeat the devices of the job.
void StepTableSink::BeginDevice(std::string_view device) {
  const bool is_stream = Contains(device, "/stream");
  if ((is_stream && !Contains(device, "/stream:all")) ||
      Contains(device, "/host:CPU") ||
      (options_.devices != nullptr && !options_.devices->Matches(device))) {
    form_ = DeviceForm::kSkipped;
  } else if (is_stream) {
    form_ = DeviceForm::kKernels;
  } else if (Contains(device, "/memcpy")) {
    form_ = DeviceForm::kCopies;
  } else {
    form_ = DeviceForm::kOperations;
  }
}

// tfprof: an output slot beyond the number of outputs, as a Switch has, is
// skipped and leaves an output without a type.
void StepTableSink::KeepOutputs(const ExecRecord& exec, size_t row,
                                bool is_new) {
  std::vector<BenchmarkTables::Output> outputs(exec.outputs.size());
  for (const OutputRecord& output : exec.outputs) {
    const auto slot = static_cast<size_t>(output.slot);
    if (output.slot < 0 || slot >= outputs.size()) continue;
    const auto dims = output.shape.dims();
    outputs[slot] = {output.dtype,
                     output.shape.unknown_rank(),
                     {dims.begin(), dims.end()}};
  }
  BenchmarkTables::Name& name = tables_.names[row];
  const auto step = static_cast<uint32_t>(tables_.step_micros.count);
  if (is_new) seen_in_.push_back(BenchmarkTables::kNone);
  const bool is_seen = std::exchange(seen_in_[row], step) == step;
  if (is_new) {
    if (outputs.empty()) return;
    name.outputs = static_cast<uint32_t>(tables_.outputs.size());
    tables_.outputs.push_back(std::move(outputs));
    return;
  }
  // Compare a step's first record only: the stored one is a first, too.
  if (is_seen) return;
  const auto first = tables_.OutputsOf(name);
  for (size_t slot = 0; slot < std::max(outputs.size(), first.size()); ++slot) {
    const BenchmarkTables::Output none;
    const auto& before = slot < first.size() ? first[slot] : none;
    const auto& now = slot < outputs.size() ? outputs[slot] : none;
    if (before == now) continue;
    const auto change =
        change_of_.try_emplace({row, slot}, tables_.changes.size());
    if (change.second) tables_.changes.push_back({row, slot, step, 0, now});
    ++tables_.changes[change.first->second].steps;
  }
}

void StepTableSink::AddExec(const ExecRecord& exec) {
  if (!has_start_) start_ = exec.all_start_us;
  has_start_ = true;
  if (form_ == DeviceForm::kSkipped) return;
  NameAndType known = form_ == DeviceForm::kKernels
                          ? TracerName(exec.name, 2, "Kernel")
                      : form_ == DeviceForm::kCopies
                          ? TracerName(exec.name, 3, "MemCpy")
                          : NameAndType{std::string(exec.name),
                                        std::string(TypeInLabel(exec.label))};
  ++order_;
  int64_t bytes = 0;
  for (const AllocatorRecord& use : exec.memory) {
    bytes = WrapAdd(bytes, use.total_bytes);
  }
  if (exec.all_start_us > 0) {
    earliest_ = std::min(earliest_, exec.all_start_us);
    latest_ = std::max(latest_, WrapAdd(exec.all_start_us, SpanOf(exec)));
  }
  micros_ = WrapAdd(micros_, exec.all_end_rel_us);
  bytes_ = WrapAdd(bytes_, bytes);
  const auto next = static_cast<uint32_t>(tables_.names.size());
  const uint32_t row = name_rows_.FindOrAdd(
      TextHash()(known.name), next,
      [&](uint32_t at) {
        return tables_.names[at].name.view() == known.name;
      });
  const bool is_new = row == next;
  if (is_new) {
    // tfprof: type and place of the first record are kept.
    tables_.names.emplace_back();
    tables_.names.back().name = known.name;
    tables_.names.back().type = tables_.types.Intern(known.type);
    tables_.names.back().order = order_;
  }
  if (options_.keep_outputs) KeepOutputs(exec, row, is_new);
  tables_.names[row].AddCall(
      exec.all_end_rel_us, bytes,
      WrapAdd(exec.all_start_us, WrapMultiply(start_, -1)));
}

}  // namespace tfprof
