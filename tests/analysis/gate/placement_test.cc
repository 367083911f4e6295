// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/placement.h"

#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

// A placement from nodes and their devices, in order of execution.
Placement Placed(
    const std::vector<std::pair<std::string_view, std::string_view>>& ran) {
  Placement placement;
  for (const auto& [node, device] : ran) {
    placement.Add(placement.NodeOf(node), placement.DeviceOf(device));
  }
  return placement;
}

}  // namespace

TEST_CASE("a placement that differs in some steps only is seen") {
  const Placement before = Placed({{"moves", "CPU:0"},
                                   {"same", "GPU:0"},
                                   {"both", "CPU:0"},
                                   {"both", "GPU:0"},
                                   {"falls back", "GPU:0"},
                                   {"does not run", "CPU:0"}});
  const Placement after = Placed({{"same", "GPU:0"},
                                  {"both", "GPU:0"},
                                  {"both", "CPU:0"},
                                  {"both", "GPU:0"},
                                  {"moves", "GPU:0"},
                                  {"falls back", "GPU:0"},
                                  {"falls back", "CPU:0"},
                                  {"is new", "CPU:0"}});
  const std::vector<MovedNode> moved = MovedNodes(before, after);
  REQUIRE(moved.size() == 2);
  CHECK(moved[0].name == "falls back");
  CHECK(moved[0].before == "GPU:0");
  CHECK(moved[0].after == "CPU:0, GPU:0");
  CHECK(moved[1].name == "moves");
  CHECK(moved[1].before == "CPU:0");
  CHECK(moved[1].after == "GPU:0");
}

TEST_CASE("the devices of a node are each there once, in order") {
  Placement placement = Placed({{"a", "GPU:1"}, {"a", "CPU:0"}, {"a", "GPU:1"},
                                {"a", "CPU:0"}, {"a", "GPU:0"}});
  placement.NodeOf("named");
  using Devices = std::vector<std::string_view>;
  CHECK(placement.DevicesOf("a") == Devices{"CPU:0", "GPU:0", "GPU:1"});
  CHECK(placement.DevicesOf("named").empty());
  CHECK(placement.DevicesOf("b").empty());
}

}  // namespace tfprof
