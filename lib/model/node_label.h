// SPDX-License-Identifier: Apache-2.0
// What the names of executions say: which node ran, as what, on which inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tfprof {

// The text "[48B] [16B] name = Type(a, b:1, ^c)" of an execution, taken apart.
struct NodeLabel {
  std::string_view type;
  std::string_view inputs;  // "a, b:1, ^c"
};

// Nothing if it is no such text: kernels and copies have others.
std::optional<NodeLabel> ParseNodeLabel(std::string_view label);

// The next of `inputs`, which is shortened by it; empty when there is no more.
std::string_view NextInput(std::string_view& inputs);

// An input as a node has it: "n", "n:1" or "^n".
struct InputName {
  static constexpr int32_t kControl = -1;

  std::string_view node;
  int32_t slot = 0;  // kControl if only the order matters
};

InputName ParseInputName(std::string_view input);

// "n" of an execution's name "n:Type".
std::string_view NodeOfExec(std::string_view name);

// The operation that a kernel or a copy belongs to: "n" of "n::kernel",
// "n@@kernel", "n:Type" and "edge_5_n".
std::string_view NodeOfKernel(std::string_view name);

// "n" of "n/_12", as graphs call tensors that were sent; else nothing.
std::string_view WithoutEdgeNumber(std::string_view node);

// The scope of a node: "a/b" of "a/b/c", nothing of "a".
std::string_view ScopeOfNode(std::string_view node);

// Its outer scopes, at most so many: "a/b" of "a/b/c/d" at 2, nothing of "a".
std::string_view OuterScopes(std::string_view node, size_t depth);

}  // namespace tfprof
