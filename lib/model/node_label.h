// SPDX-License-Identifier: Apache-2.0
// Parses names of executions: their node, type and inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tfprof {

// The parts of an execution's text "[48B] [16B] name = Type(a, b:1, ^c)".
struct NodeLabel {
  std::string_view type;
  std::string_view inputs;  // "a, b:1, ^c"
};

// Nothing for other texts, such as those of kernels and copies.
std::optional<NodeLabel> ParseNodeLabel(std::string_view label);

// Removes the next input from `inputs` and returns it; empty at the end.
std::string_view NextInput(std::string_view& inputs);

// An input in the form of NodeDef: "n", "n:1" or "^n".
struct InputName {
  static constexpr int32_t kControl = -1;

  std::string_view node;
  int32_t slot = 0;  // kControl for control inputs
};

InputName ParseInputName(std::string_view input);

// "n" for an execution's name "n:Type".
std::string_view NodeOfExec(std::string_view name);

// The operation of a kernel or a copy: "n" for "n::kernel", "n@@kernel",
// "n:Type" and "edge_5_n".
std::string_view NodeOfKernel(std::string_view name);

// True if the name of a copy tells that it moves an output to other memory:
// "edge_5_n".
bool IsEdgeCopy(std::string_view name);

// "n" for "n/_12", a name that graphs give to sent tensors; else empty.
std::string_view WithoutEdgeNumber(std::string_view node);

// The scope of a node: "a/b" for "a/b/c", empty for "a".
std::string_view ScopeOfNode(std::string_view node);

// Its `depth` outermost scopes: "a/b" for "a/b/c/d" at 2, empty for "a".
std::string_view OuterScopes(std::string_view node, size_t depth);

}  // namespace tfprof
