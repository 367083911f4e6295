// SPDX-License-Identifier: Apache-2.0
// Which call ran a node of a function that TensorFlow does not inline. Such
// nodes run under their names inside the function, and no record says which
// call ran them. What tells is that the call begins before and ends after them,
// that its function has such a node, and that a call runs a node once unless it
// is in a loop.
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
  int64_t start = 0;       // in ns, with its end; 0 if it was not recorded
  int64_t end = 0;
  uint32_t host = 0;  // any number that is the same for all devices of a host
  bool is_operation = true;  // not a kernel or a copy, which end when they like
};

struct Callers {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<std::string> calls;  // "outer/call", "outer/call/inner/call"
  // By record, a row of `calls`; kNone of a node of the graph itself, and where
  // the record may be of several calls.
  std::vector<uint32_t> of;
};

// `records`: all that functions may have run, and the calls among the others,
// in any order. Takes n log n.
Callers FindCallers(const FunctionNames& functions,
                    std::span<const RanNode> records);

}  // namespace tfprof
