// SPDX-License-Identifier: Apache-2.0
// A plane of an XSpace under the reference's rules: a host's threads, a
// device's streams.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_pool.h"
#include "model/xspace/event_name.h"

namespace tfprof {

struct XPlane {
  enum class Kind : uint8_t { kHost, kGpu, kTpu, kOther };

  Kind kind = Kind::kOther;
  std::string name;
  std::vector<EventName> names;    // the last one is of events without a name
  std::vector<int64_t> float_ops;  // by name; empty if none says it
  bool has_calls = false;          // of functions in Python

  // Of one execution; 0 if the file does not say.
  int64_t FloatOpsOf(uint32_t row) const {
    return row < float_ops.size() ? float_ops[row] : 0;
  }

  bool is_device() const { return kind == Kind::kGpu || kind == Kind::kTpu; }
};

// What a plane of that name is of.
XPlane::Kind PlaneKindOf(std::string_view name);

}  // namespace tfprof
