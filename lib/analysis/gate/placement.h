// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "base/column.h"
#include "base/string_pool.h"

namespace tfprof {

// By node, the devices that it ran on in any step, without host: "CPU:0". There
// may be millions of nodes, nearly all on one device.
class Placement {
 public:
  // The ids that Add takes for names.
  StringId NodeOf(std::string_view name) { return nodes_.Intern(name); }

  StringId DeviceOf(std::string_view name) { return devices_.Intern(name); }

  void Add(StringId node, StringId device);

  // Ascending; none of a node that did not run.
  std::vector<std::string_view> DevicesOf(std::string_view node) const {
    return Of(nodes_.Find(node));
  }

  // Nodes whose devices differ between the sides, if they ran on both, by name.
  friend std::vector<MovedNode> MovedNodes(const Placement& before,
                                           const Placement& after);

 private:
  std::vector<std::string_view> Of(StringId node) const;

  StringPool nodes_;
  StringPool devices_;
  Column<StringId> first_;                        // device, by node
  std::set<std::pair<uint32_t, uint32_t>> more_;  // nodes, and other devices
};

}  // namespace tfprof
