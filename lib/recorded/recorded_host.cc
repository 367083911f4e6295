// SPDX-License-Identifier: Apache-2.0
#include "recorded/recorded_host.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace tfprof {

void RecordedHost::Note(std::string_view code, uint64_t count,
                        std::optional<int64_t> value_ps) {
  auto found =
      std::find_if(notices.begin(), notices.end(),
                   [&](const Notice& notice) { return notice.code == code; });
  if (found == notices.end()) {
    found = notices.insert(found, {std::string(code), 0, {}});
  }
  found->count += count;
  if (value_ps)
    found->value_ps = std::max(found->value_ps.value_or(0), *value_ps);
}

uint32_t RecordedHost::FindDevice(DeviceKind kind, int64_t number) const {
  const auto found = row_of_device.find({kind, number});
  return found == row_of_device.end() ? kNoRow : found->second;
}

uint32_t RecordedHost::DeviceRow(DeviceKind kind, int64_t number) {
  const auto [found, is_new] = row_of_device.insert(
      {{kind, number}, static_cast<uint32_t>(devices.size())});
  if (!is_new) return found->second;
  constexpr std::string_view kKinds[] = {"cpu", "gpu", "tpu"};
  RecordedDevice& device = devices.emplace_back();
  device.kind = kind;
  device.number = number;
  device.name =
      fmt::format("/device:{}:{}", kKinds[static_cast<int>(kind)], number);
  return found->second;
}

}  // namespace tfprof
