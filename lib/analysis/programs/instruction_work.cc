// SPDX-License-Identifier: Apache-2.0
// The work of single executions.
#include <optional>
#include <string_view>

#include "analysis/programs/instruction_finder.h"

namespace tfprof {

void AddWithin64Bits(int64_t& sum, int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum)) sum = INT64_MAX;
}

std::string_view WithoutTypeColon(std::string_view name) {
  while (name.ends_with(':')) name.remove_suffix(1);
  return name;
}

// All of it is recorded, or given.
void InstructionFinder::AddTpuWork(const WorkDetail& detail,
                                   const RecordedHost& host, int64_t runs,
                                   NodeWork& node) {
  OpenInstruction& open = rows_[node.row];
  const auto all_runs = [&](const std::optional<int64_t>& given) {
    if (!given) return given;
    const Count all = Count(*given) * runs;
    return all.is_known() ? std::optional(all.value()) : std::nullopt;
  };
  std::optional<int64_t> float_ops = detail.float_ops;
  if (!float_ops) {
    float_ops = all_runs(GivenFloatOps(node));
    open.is_given |= float_ops.has_value();
  }
  const std::optional<int64_t> bytes =
      detail.bytes ? detail.bytes : all_runs(GivenBytes(node));
  const auto add = [](Count& sum, const std::optional<int64_t>& value) {
    sum = value ? sum + *value : Count::Unknown(Count::Missing::kFormula);
  };
  open.is_recorded = true;
  add(open.float_ops, float_ops);
  add(open.model_float_ops,
      detail.model_float_ops ? detail.model_float_ops : float_ops);
  add(open.bytes, bytes);
  add(node.all_float_ops, float_ops);
  add(node.all_bytes, bytes);
  const MemoryAccesses accesses =
      detail.accesses.value_or(MemoryAccesses{.hbm_bytes = bytes.value_or(0)});
  add(open.hbm_bytes, accesses.hbm_bytes);
  OnDevice& sum = SumOn(node.row);
  AddWithin64Bits(sum.float_ops, float_ops.value_or(0));
  AddWithin64Bits(sum.bytes, bytes.value_or(0));
  InstructionRow& row = open.row;
  const auto keep = [&](std::string_view& kept, std::string_view text) {
    if (kept.empty()) kept = text;
  };
  keep(row.category, host.Text(detail.category));
  keep(row.op_name, WithoutTypeColon(host.Text(detail.tf_op)));
  keep(row.code, host.Text(detail.source));
  keep(row.shape, host.Text(detail.shape));
  AddTpuRoofs(accesses, float_ops.value_or(0), open);
}

void InstructionFinder::AddTpuRoofs(const MemoryAccesses& accesses,
                                    int64_t float_ops,
                                    OpenInstruction& open) const {
  const int64_t use[kRoofKinds] = {accesses.cmem_read_bytes,
                                   accesses.cmem_write_bytes,
                                   float_ops,
                                   accesses.hbm_bytes,
                                   accesses.vmem_read_bytes,
                                   accesses.vmem_write_bytes};
  for (size_t kind = 0; kind < kRoofKinds; ++kind) {
    const double peak = peaks_.peaks[kind];
    if (peak <= 0) continue;
    open.at_roof_ps[kind] += static_cast<double>(use[kind]) / peak * 1e12;
  }
  if (peaks_.peaks[kCompute] <= 0 || peaks_.peaks[kMemory] <= 0) {
    open.has_roof = false;
  }
}

// By shapes; what an event of a GPU says of a call that cannot be counted goes
// instead, else what is given. `detail` may be null.
void InstructionFinder::AddOtherWork(const WorkDetail* detail, NodeWork& node,
                                     int64_t runs) {
  OpenInstruction& open = rows_[node.row];
  Count float_ops = node.float_ops;
  Count bytes = node.bytes;
  if (detail != nullptr && !float_ops.is_known() && detail->float_ops) {
    float_ops = *detail->float_ops;
    open.is_on_event = true;
  }
  if (detail != nullptr && !bytes.is_known() && detail->bytes) {
    bytes = *detail->bytes;
  }
  if (const auto given = GivenFloatOps(node); given && !float_ops.is_known()) {
    float_ops = *given;
    open.is_given = true;
  }
  if (const auto given = GivenBytes(node); given && !bytes.is_known()) {
    bytes = *given;
  }
  const Count float_ops_of_runs = float_ops * runs;
  const Count bytes_of_runs = bytes * runs;
  open.float_ops = open.float_ops + float_ops_of_runs;
  open.bytes = open.bytes + bytes_of_runs;
  node.all_float_ops = node.all_float_ops + float_ops_of_runs;
  node.all_bytes = node.all_bytes + bytes_of_runs;
  OnDevice& sum = SumOn(node.row);
  if (float_ops_of_runs.is_known()) {
    AddWithin64Bits(sum.float_ops, float_ops_of_runs.value());
  }
  if (bytes_of_runs.is_known())
    AddWithin64Bits(sum.bytes, bytes_of_runs.value());
  if (!float_ops.is_known() || !bytes.is_known()) return;
  if (float_ops.value() != 0) {
    const double peak = peaks_.ComputeOf(node.unit);
    if (peak > 0) {
      open.at_roof_ps[kCompute] += static_cast<double>(float_ops.value()) *
                                   static_cast<double>(runs) / peak * 1e12;
    } else {
      open.has_roof = false;
    }
  }
  if (peaks_.peaks[kMemory] > 0) {
    open.at_roof_ps[kMemory] += static_cast<double>(bytes.value()) *
                                static_cast<double>(runs) /
                                peaks_.peaks[kMemory] * 1e12;
  } else {
    open.has_roof = false;
  }
}

}  // namespace tfprof
