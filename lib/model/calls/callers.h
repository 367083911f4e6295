// SPDX-License-Identifier: Apache-2.0
// Finds the calls of nodes in functions that TensorFlow does not inline. Such
// nodes run under their names inside the function, and no record names the
// call. The evidence is that the call encloses them in time, that its function
// has such a node, and that a call runs a node once unless it is in a loop.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/calls/function_names.h"

namespace tfprof {

// A record of a step.
struct RanNode {
  std::string_view name;   // of the node
  std::string_view label;  // timeline_label; may be empty
  int64_t start = 0;       // in ns, like `end`; 0 if it was not recorded
  int64_t end = 0;
  uint32_t host = 0;  // a number shared by all devices of a host
  // false for kernels and copies, which may end at any time
  bool is_operation = true;
};

struct Callers {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<std::string> calls;  // "outer/call", "outer/call/inner/call"
  // By record: a row of `calls`; kNone for nodes of the graph itself, and for
  // records with several candidates.
  std::vector<uint32_t> of;
};

// `records`: all that functions may have run, and the calls among the others,
// in any order. Takes O(n log n).
Callers FindCallers(const FunctionNames& functions,
                    std::span<const RanNode> records);

}  // namespace tfprof
