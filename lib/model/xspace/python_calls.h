// SPDX-License-Identifier: Apache-2.0
// Calls of Python functions. A profiler that traces Python records each as an
// event "$FILE:LINE FUNCTION", FILE without its folders and LINE the one where
// the function begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "model/xspace/file_event.h"

namespace tfprof {

struct PythonFunction {
  std::string_view file;
  int32_t line = 0;
  std::string_view name;

  // Whether it is where a program calls into TensorFlow, Keras or JAX: what it
  // calls is not the user's.
  bool is_library_entry() const;
};

// Nothing of other events, and of functions that are not written in Python.
std::optional<PythonFunction> ParsePythonCall(std::string_view event);

// The calls that happened on a line: which function from which call of
// another one.
class CallTree {
 public:
  // No call. Others count from 1.
  static constexpr uint32_t kNone = 0;

  struct Call {
    uint32_t caller = kNone;
    uint32_t name = 0;  // a row of XPlane::names
    uint32_t depth = 0;
  };

  // The call of `name` from `caller`. Calls deeper than kMostDepth count for
  // the one at that depth.
  uint32_t CallOf(uint32_t caller, uint32_t name);

  const Call& operator[](uint32_t call) const { return calls_[call]; }

  uint32_t size() const { return static_cast<uint32_t>(calls_.size()); }

  static constexpr uint32_t kMostDepth = 200;

 private:
  std::vector<Call> calls_{1};
  tsl::robin_map<uint64_t, uint32_t, IntHash> call_of_;
};

// Finds the call around each event of a line. Events come as for Nest.
class CallNest {
 public:
  // The innermost call around `event`.
  uint32_t Enter(const FileEvent& event, bool is_call, CallTree& tree) {
    if (open_.empty() && !is_call) return CallTree::kNone;
    return EnterAmongCalls(event, is_call, tree);
  }

 private:
  struct Open {
    int64_t begin_ps;
    int64_t end_ps;
    uint32_t call;
  };

  uint32_t EnterAmongCalls(const FileEvent& event, bool is_call,
                           CallTree& tree);

  std::vector<Open> open_;
};

}  // namespace tfprof
