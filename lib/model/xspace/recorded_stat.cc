// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recorded_stat.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace tfprof {

namespace {

struct NamedStat {
  std::string_view name;
  RecordedStat stat;
};

// In order of name.
constexpr NamedStat kNamedStats[] = {
    {"Hlo Proto", RecordedStat::kHloProto},
    {"_a", RecordedStat::kAsync},
    {"_c", RecordedStat::kConsumer},
    {"_ct", RecordedStat::kConsumerType},
    {"_p", RecordedStat::kProducer},
    {"_pt", RecordedStat::kProducerType},
    {"_r", RecordedStat::kRoot},
    {"_src", RecordedStat::kOfRuntime},
    {"addr", RecordedStat::kAddress},
    {"allocation_bytes", RecordedStat::kAllocationBytes},
    {"allocator_name", RecordedStat::kAllocatorName},
    {"annotation", RecordedStat::kAnnotation},
    {"bytes_accessed", RecordedStat::kBytesAccessed},
    {"bytes_allocated", RecordedStat::kBytesAllocated},
    {"bytes_available", RecordedStat::kBytesAvailable},
    {"bytes_reserved", RecordedStat::kBytesReserved},
    {"correlation_id", RecordedStat::kCorrelationId},
    {"cuda_graph_id", RecordedStat::kCudaGraphId},
    {"data_type", RecordedStat::kDataType},
    {"device_duration_ps", RecordedStat::kDeviceDuration},
    {"device_offset_ps", RecordedStat::kDeviceOffset},
    {"device_ordinal", RecordedStat::kDeviceOrdinal},
    {"eager_op", RecordedStat::kOfRuntime},
    {"flops", RecordedStat::kFloatOps},
    {"fragmentation", RecordedStat::kFragmentation},
    {"graph_type", RecordedStat::kGraphType},
    {"group_id", RecordedStat::kGroupId},
    {"hlo_category", RecordedStat::kHloCategory},
    {"hlo_module", RecordedStat::kHloModule},
    {"hlo_op", RecordedStat::kHloOp},
    {"hlo_proto", RecordedStat::kHloProto},
    {"id", RecordedStat::kId},
    {"index_on_host", RecordedStat::kIndexOnHost},
    {"is_eager", RecordedStat::kIsEager},
    {"is_func", RecordedStat::kIsFunction},
    {"iter_num", RecordedStat::kIterNum},
    {"kernel_details", RecordedStat::kKernelDetails},
    {"memcpy_details", RecordedStat::kMemcpyDetails},
    {"memory_access_breakdown", RecordedStat::kMemoryAccesses},
    {"memset_details", RecordedStat::kMemsetDetails},
    {"model_flops", RecordedStat::kModelFloatOps},
    {"name", RecordedStat::kName},
    {"peak_bytes_in_use", RecordedStat::kPeakBytes},
    {"program_id", RecordedStat::kProgramId},
    {"region_type", RecordedStat::kRegionType},
    {"requested_bytes", RecordedStat::kRequestedBytes},
    {"run_id", RecordedStat::kRunId},
    {"shape", RecordedStat::kShape},
    {"shape_with_layout", RecordedStat::kShapeWithLayout},
    {"source", RecordedStat::kSource},
    {"source_stack", RecordedStat::kRead},
    {"step_name", RecordedStat::kStepName},
    {"step_num", RecordedStat::kStepNum},
    {"tf_function_call", RecordedStat::kFunctionCall},
    {"tf_op", RecordedStat::kTfOp},
    {"theoretical_occupancy_pct", RecordedStat::kOccupancy},
    {"tracing_count", RecordedStat::kTracingCount},
};

}  // namespace

int64_t LevelOf(std::string_view name) {
  constexpr std::string_view kStart = "level ";
  if (!name.starts_with(kStart)) return -1;
  name.remove_prefix(kStart.size());
  int64_t level = 0;
  const char* const end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data(), end, level);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == end &&
                         level >= 0 && !name.empty() && name[0] != '-';
  return is_number ? level : -1;
}

RecordedStat RecordedStatOf(std::string_view name) {
  const auto* const found = std::lower_bound(
      std::begin(kNamedStats), std::end(kNamedStats), name,
      [](const NamedStat& row, std::string_view it) { return row.name < it; });
  if (found != std::end(kNamedStats) && found->name == name) {
    return found->stat;
  }
  return LevelOf(name) >= 0 ? RecordedStat::kLevel : RecordedStat::kOther;
}

}  // namespace tfprof
