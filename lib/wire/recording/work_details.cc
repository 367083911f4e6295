// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/work_details.h"

#include <bit>
#include <string_view>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

std::optional<int64_t> NumberIn(const EventStats& stats, RecordedStat stat) {
  if (!stats.HasNumber(stat)) return std::nullopt;
  return stats[stat].number;
}

// The number of a stat of a plane; 0 if it is none.
double RealOfStat(const StatValue& value) {
  using Kind = StatValue::Kind;
  if (value.kind == Kind::kDouble) return std::bit_cast<double>(value.number);
  return value.kind == Kind::kNumber ? static_cast<double>(value.number) : 0;
}

// One of the stat memory_access_breakdown.
void AddAccess(std::string_view bytes, MemoryAccesses& sums) {
  constexpr int64_t kRead = 1;
  constexpr int64_t kHbm = 1, kCmem = 2, kVmem = 3;
  int64_t operation = 0, space = 0, moved = 0;
  WireCursor access(bytes);
  while (access.Next()) {
    switch (access.field()) {
      case Varint(1):
        operation = access.Int64();
        break;
      case Varint(2):
        space = access.Int64();
        break;
      case Varint(3):
        moved = access.Int64();
        break;
      default:
        access.Skip();
    }
  }
  const bool reads = operation == kRead;
  int64_t* const sum =
      space == kHbm    ? &sums.hbm_bytes
      : space == kCmem ? reads ? &sums.cmem_read_bytes : &sums.cmem_write_bytes
      : space == kVmem ? reads ? &sums.vmem_read_bytes : &sums.vmem_write_bytes
                       : nullptr;
  if (sum != nullptr) *sum = WrapAdd(*sum, moved);
}

// Nothing if there are none, or if they are damaged.
std::optional<MemoryAccesses> AccessesIn(std::string_view bytes) {
  std::optional<MemoryAccesses> sums;
  try {
    WireCursor breakdown(bytes);
    while (breakdown.Next()) {
      if (breakdown.field() == Len(1)) {
        if (!sums) sums.emplace();
        AddAccess(breakdown.View(), *sums);
      } else {
        breakdown.Skip();
      }
    }
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
  return sums;
}

struct Peak {
  std::string_view stat;
  double DeviceFacts::*peak;
  double unit;
  bool is_of_tpu = true;
};

constexpr Peak kPeaks[] = {
    {"peak_teraflops_per_second", &DeviceFacts::float_ops, 1e12},
    {"peak_hbm_bw_gigabytes_per_second", &DeviceFacts::memory_bytes, 1e9},
    {"memory_bandwidth", &DeviceFacts::memory_bytes, 1, false},
    {"peak_vmem_rd_bw_gigabytes_per_second", &DeviceFacts::vmem_read_bytes,
     1e9},
    {"peak_vmem_wr_bw_gigabytes_per_second", &DeviceFacts::vmem_write_bytes,
     1e9},
    {"peak_cmem_rd_bw_gigabytes_per_second", &DeviceFacts::cmem_read_bytes,
     1e9},
    {"peak_cmem_wr_bw_gigabytes_per_second", &DeviceFacts::cmem_write_bytes,
     1e9},
};

}  // namespace

size_t WorkDetails::Hash::operator()(const WorkDetail& it) const {
  uint64_t hash = 0;
  const auto mix = [&](uint64_t value) { hash = IntHash()(hash ^ value); };
  mix(uint64_t{it.kernel.value} << 32 | it.copy.value);
  mix(uint64_t{it.op_name.value} << 32 | it.tf_op.value);
  mix(it.program_id.value_or(1));
  mix(std::bit_cast<uint64_t>(it.occupancy_percent.value_or(-1)));
  mix(static_cast<uint64_t>(it.float_ops.value_or(-1)));
  mix(static_cast<uint64_t>(it.bytes.value_or(-1)));
  mix(static_cast<uint64_t>(it.accesses ? it.accesses->hbm_bytes : -1));
  mix(uint64_t{it.source.value} << 32 | it.shape.value);
  return hash;
}

uint32_t WorkDetails::RowOf(PlaneTables& plane, const EventStats& stats) {
  const auto text = [&](RecordedStat stat) {
    return plane.Intern(stat, stats, host_.strings);
  };
  WorkDetail detail;
  detail.kernel = text(RecordedStat::kKernelDetails);
  detail.copy = text(RecordedStat::kMemsetDetails);
  detail.is_fill = detail.copy.valid();
  if (!detail.is_fill) detail.copy = text(RecordedStat::kMemcpyDetails);
  detail.op_name = text(RecordedStat::kName);
  if (const auto id = NumberIn(stats, RecordedStat::kProgramId)) {
    detail.program_id = static_cast<uint64_t>(*id);
  }
  detail.occupancy_percent = stats.Real(RecordedStat::kOccupancy);
  detail.float_ops = NumberIn(stats, RecordedStat::kFloatOps);
  detail.model_float_ops = NumberIn(stats, RecordedStat::kModelFloatOps);
  detail.bytes = NumberIn(stats, RecordedStat::kBytesAccessed);
  if (stats.Has(RecordedStat::kMemoryAccesses)) {
    detail.accesses = AccessesIn(stats[RecordedStat::kMemoryAccesses].text);
  }
  detail.source = text(RecordedStat::kSource);
  detail.shape = text(RecordedStat::kShapeWithLayout);
  detail.tf_op = text(RecordedStat::kTfOp);
  detail.category = text(RecordedStat::kHloCategory);
  const auto [found, is_new] =
      rows_.insert({detail, static_cast<uint32_t>(host_.details.size())});
  if (is_new) host_.details.push_back(detail);
  return found->second;
}

DeviceFacts FactsOf(const PlaneTables& plane) {
  using Kind = StatValue::Kind;
  const bool is_tpu = plane.name().starts_with("/device:TPU");
  DeviceFacts facts;
  plane.ForEachStat([&](std::string_view name, const StatValue& value) {
    if (value.kind == Kind::kText) {
      if (name == "device_type_string" ||
          (name == "gpu_device_name" && facts.model.empty())) {
        facts.model = ValidUtf8(value.text);
      } else if (name == "device_vendor") {
        facts.vendor = ValidUtf8(value.text);
      }
      return;
    }
    for (const Peak& peak : kPeaks) {
      if (name == peak.stat && is_tpu == peak.is_of_tpu)
        facts.*peak.peak = RealOfStat(value) * peak.unit;
    }
    if (value.kind != Kind::kNumber) return;
    if (name == "compute_cap_major") facts.capability_major = value.number;
    if (name == "compute_cap_minor") facts.capability_minor = value.number;
    if (name == "core_count") facts.cores = value.number;
    if (name == "clock_rate") facts.clock_khz = value.number;
  });
  return facts;
}

}  // namespace tfprof
