// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

// The kind of work of a running operation.
enum class WorkKind : uint8_t {
  kOwn,
  kInput,    // gets its data
  kWaiting,  // sends, receives, takes part in a collective
  kCaller,   // calls a function; its operations have own records
};

inline constexpr size_t kWorkKindCount = 4;

// "own work", "input", "waiting for others", "call".
std::string_view WordsOf(WorkKind kind);

// The kind of an operation: by its type, such as "CollectiveReduceV2", "_Recv",
// or in XLA "all-reduce.1"; without a type by its name, as nodes are named
// after their types. Queues of SyncReplicasOptimizer are waiting, other queues
// input.
WorkKind KindOfWork(std::string_view type, std::string_view name);

}  // namespace tfprof
