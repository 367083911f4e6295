// SPDX-License-Identifier: Apache-2.0
// The stats of events of an XSpace that rules read, by the name under which
// they are recorded.
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

enum class RecordedStat : uint8_t {
  kConsumer,      // _c
  kConsumerType,  // _ct
  kProducer,      // _p
  kProducerType,  // _pt
  kRoot,          // _r
  kAsync,         // _a
  kAddress,       // addr
  kAllocationBytes,
  kAllocatorName,
  kAnnotation,
  kBytesAccessed,
  kBytesAllocated,
  kBytesAvailable,
  kBytesReserved,
  kCorrelationId,
  kCudaGraphId,
  kDataType,
  kDeviceDuration,  // device_duration_ps
  kDeviceOffset,    // device_offset_ps
  kDeviceOrdinal,
  kFloatOps,  // flops
  kFragmentation,
  kGraphType,
  kGroupId,
  kHloCategory,
  kHloModule,
  kHloOp,
  kHloProto,  // "Hlo Proto" or "hlo_proto", of programs
  kId,
  kIndexOnHost,
  kIsEager,
  kIsFunction,  // is_func: its event is one of the runtime
  kIterNum,
  kKernelDetails,
  kLevel,  // "level K"
  kMemcpyDetails,
  kMemoryAccesses,  // memory_access_breakdown
  kMemsetDetails,
  kModelFloatOps,  // model_flops
  kName,
  kOccupancy,  // theoretical_occupancy_pct
  kPeakBytes,  // peak_bytes_in_use
  kProgramId,
  kRegionType,
  kRequestedBytes,
  kRunId,
  kShape,
  kShapeWithLayout,
  kSource,
  kStepName,
  kStepNum,
  kFunctionCall,  // tf_function_call
  kTfOp,
  kTracingCount,
  kOfRuntime,  // _src, eager_op: its event is one of the runtime
  kRead,       // read elsewhere, or by people only
  kOther,      // no rule reads it
};

inline constexpr int kRecordedStats = static_cast<int>(RecordedStat::kOther);

RecordedStat RecordedStatOf(std::string_view name);

// The K of "level K"; -1 of all other names.
int64_t LevelOf(std::string_view name);

// A set of stats.
class RecordedStatSet {
 public:
  constexpr RecordedStatSet() = default;

  template <typename... Stats>
  constexpr explicit RecordedStatSet(RecordedStat first, Stats... others)
      : bits_((BitOf(first) | ... | BitOf(others))) {}

  constexpr bool Has(RecordedStat stat) const {
    return (bits_ & BitOf(stat)) != 0;
  }

  constexpr bool HasAny(RecordedStatSet stats) const {
    return (bits_ & stats.bits_) != 0;
  }

  constexpr bool HasAll(RecordedStatSet stats) const {
    return (bits_ & stats.bits_) == stats.bits_;
  }

  constexpr void Add(RecordedStat stat) { bits_ |= BitOf(stat); }

  constexpr RecordedStatSet operator|(RecordedStatSet other) const {
    other.bits_ |= bits_;
    return other;
  }

  constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr uint64_t BitOf(RecordedStat stat) {
    return uint64_t{1} << static_cast<uint8_t>(stat);
  }

  uint64_t bits_ = 0;
};

}  // namespace tfprof
