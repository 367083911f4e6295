// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/placement.h"

#include <algorithm>

#include <fmt/format.h>

namespace tfprof {

void Placement::Add(StringId node, StringId device) {
  if (node.value >= first_.size()) {
    first_.resize(node.value);
    first_.push_back(device);
  } else if (!first_[node.value].valid()) {
    first_.Set(node.value, device);
  } else if (first_[node.value] != device) {
    more_.emplace(node.value, device.value);
  }
}

std::vector<std::string_view> Placement::Of(StringId node) const {
  std::vector<std::string_view> devices;
  if (node.value >= first_.size() || !first_[node.value].valid()) return {};
  devices.push_back(devices_[first_[node.value]]);
  for (auto more = more_.lower_bound({node.value, 0});
       more != more_.end() && more->first == node.value; ++more) {
    devices.push_back(devices_[StringId(size_t{more->second})]);
  }
  std::sort(devices.begin(), devices.end());
  return devices;
}

std::vector<MovedNode> MovedNodes(const Placement& before,
                                  const Placement& after) {
  std::vector<MovedNode> moved;
  for (size_t node = 0; node < after.nodes_.size(); ++node) {
    const std::string_view name = after.nodes_[StringId(node)];
    const auto was = before.DevicesOf(name);
    const auto now = after.Of(StringId(node));
    if (was.empty() || now.empty() || was == now) continue;
    moved.push_back({std::string(name), fmt::format("{}", fmt::join(was, ", ")),
                     fmt::format("{}", fmt::join(now, ", "))});
  }
  std::sort(
      moved.begin(), moved.end(),
      [](const MovedNode& a, const MovedNode& b) { return a.name < b.name; });
  return moved;
}

}  // namespace tfprof
