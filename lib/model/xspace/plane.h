// SPDX-License-Identifier: Apache-2.0
// A plane of an XSpace: a host's threads, a device's streams.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_pool.h"
#include "model/xspace/event_name.h"

namespace tfprof {

// A thread or a stream.
struct XLine {
  int64_t id = 0;
  std::string_view name;  // in the file
  int64_t timestamp_ns = 0;  // its events count from here

  // tfprof: lines that TensorFlow works out from others have these ids.
  bool is_derived_by_id() const {
    constexpr uint32_t kFirst = 0xdeadbeef;
    return static_cast<uint32_t>(id) - kFirst <= 7;
  }

  // The same by its name, whatever its id.
  bool is_derived_by_name() const;
};

struct XPlane {
  enum class Kind : uint8_t { kHost, kGpu, kTpu, kOther };

  Kind kind = Kind::kOther;
  std::string name;
  std::vector<EventName> names;  // the last one is of events without a name
  std::vector<int64_t> float_ops;  // by name; empty if none says it
  std::vector<XLine> lines;
  bool has_calls = false;  // of functions in Python

  // Of one execution; 0 if the file does not say.
  int64_t FloatOpsOf(uint32_t row) const {
    return row < float_ops.size() ? float_ops[row] : 0;
  }

  bool is_device() const { return kind == Kind::kGpu || kind == Kind::kTpu; }
};

// What a plane of that name is of.
XPlane::Kind PlaneKindOf(std::string_view name);

}  // namespace tfprof
