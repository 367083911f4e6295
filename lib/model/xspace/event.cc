// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/event.h"

#include <algorithm>
#include <iterator>

namespace tfprof {

namespace {

struct NamedKey {
  std::string_view name;
  StatKey key;
};

constexpr NamedKey kNamedKeys[] = {
    {"_r", StatKey::kRoot},
    {"_a", StatKey::kAsync},
    {"_pt", StatKey::kProducerType},
    {"_p", StatKey::kProducer},
    {"_ct", StatKey::kConsumerType},
    {"_c", StatKey::kConsumer},
    {"id", StatKey::kId},
    {"iter_num", StatKey::kIterNum},
    {"step_num", StatKey::kStepNum},
    {"graph_type", StatKey::kGraphType},
    {"correlation_id", StatKey::kCorrelationId},
    {"is_func", StatKey::kIsFunc},
    {"is_eager", StatKey::kIsEager},
    {"group_id", StatKey::kGroupId},
    {"step_name", StatKey::kStepName},
    {"tf_op", StatKey::kTfOp},
    {"hlo_op", StatKey::kHloOp},
    {"hlo_module", StatKey::kHloModule},
    {"program_id", StatKey::kProgramId},
    {"shape", StatKey::kShape},
    {"memcpy_details", StatKey::kMemcpyDetails},
    {"allocator_name", StatKey::kAllocatorName},
    {"index_on_host", StatKey::kIndexOnHost},
    {"device_ordinal", StatKey::kDeviceOrdinal},
    {"bytes_reserved", StatKey::kBytesReserved},
    {"bytes_allocated", StatKey::kBytesAllocated},
    {"bytes_available", StatKey::kBytesAvailable},
    {"peak_bytes_in_use", StatKey::kPeakBytesInUse},
    {"requested_bytes", StatKey::kRequestedBytes},
    {"allocation_bytes", StatKey::kAllocationBytes},
    {"addr", StatKey::kAddress},
    {"region_type", StatKey::kRegionType},
    {"data_type", StatKey::kDataType},
    {"device_offset_ps", StatKey::kDeviceOffset},
    {"device_duration_ps", StatKey::kDeviceDuration},
    {"Hlo Proto", StatKey::kHloProto},
    {"flops", StatKey::kFloatOps},
    {"profile_start_time", StatKey::kStartTime},
};

}  // namespace

StatKey StatKeyOf(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                   [&](const NamedKey& row) { return row.name == name; });
  return found == std::end(kNamedKeys) ? StatKey::kOther : found->key;
}

std::string_view StatNameOf(StatKey key) {
  return std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                      [&](const NamedKey& row) { return row.key == key; })
      ->name;
}

}  // namespace tfprof
