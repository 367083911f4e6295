// SPDX-License-Identifier: Apache-2.0
#include "recorded/recorded_host.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace tfprof {

bool RecordedHost::IsLoneKernel(const RecordedNode& node) const {
  const std::string_view type = Text(node.type);
  return Text(node.instruction).empty() &&
         (type == "Kernel" || type == "Copy" || type == "Memset");
}

uint64_t RecordedHost::EventsOf(const Plane& plane) const {
  uint64_t events = 0;
  for (uint32_t line = plane.first_line; line < plane.end_line; ++line) {
    events += lines[line].events;
  }
  return events;
}

std::vector<std::string> RecordedHost::VersionWords() const {
  constexpr std::string_view kVersion = "_version";
  std::vector<std::string> words;
  for (const auto& [name, version] : versions) {
    std::string_view of(name);
    if (of.ends_with(kVersion)) of.remove_suffix(kVersion.size());
    words.push_back(fmt::format("{} {}", of, version));
  }
  return words;
}

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
