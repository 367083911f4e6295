// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// What a worker does while an operation is under way.
enum class WorkKind : uint8_t {
  kOwn,
  kInput,    // gets its data
  kWaiting,  // sends, receives, takes part in a collective
  kCaller,   // runs a function, whose operations have records of their own
};

inline constexpr size_t kWorkKindCount = 4;

// "own work", "input", "waiting for others", "call".
std::string_view WordsOf(WorkKind kind);

// The kind of an operation of this type: "CollectiveReduceV2", "_Recv", of XLA
// "all-reduce.1". Without a type the node's name tells, as nodes are called
// after their types; and of queues that hand out turns workers wait for each
// other.
WorkKind KindOfWork(std::string_view type, std::string_view name);

}  // namespace tfprof
