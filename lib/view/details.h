// SPDX-License-Identifier: Apache-2.0
// The textual details of a row, besides its measures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "view/view_tree.h"

namespace tfprof {

// The op types of a row's nodes, each once, in bytewise order. A scope without
// a node of its own has the view's placeholder type.
std::vector<std::string_view> RowTypes(const ViewTree& tree, uint32_t row);

// The devices of a row's nodes, each once, in bytewise order. tfprof: a node
// that never ran is on a device with an empty name.
std::vector<std::string_view> RowDevices(const ViewTree& tree, uint32_t row);

// "3x3x6", empty for an unknown shape.
void AppendShape(std::string& out, std::span<const int64_t> shape);

// "0:2x3|1:unknown": the shapes of a node's inputs by position.
void AppendInputShapes(std::string& out, const Profile& profile, NodeId node,
                       std::string_view separator);

// The nodes of a row that take inputs of the same shapes.
struct ShapeGroup {
  std::string inputs;  // with tab characters between
  int64_t nodes = 0;
  int64_t run_count = 0;
  int64_t micros = 0;
};

// tfprof: most often run first; equal ones in bytewise order of `inputs`.
std::vector<ShapeGroup> GroupByInputShapes(const ViewTree& tree, uint32_t row);

}  // namespace tfprof
