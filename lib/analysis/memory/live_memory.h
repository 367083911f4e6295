// SPDX-License-Identifier: Apache-2.0
// What was alive when an allocator held the most: every buffer of a step, told
// from the allocations and releases that its records list.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/step_records.h"

namespace tfprof {

// Times are in us of the dump's clock.
struct Buffer {
  static constexpr int64_t kNever = INT64_MAX;
  static constexpr int32_t kNoSlot = -1;

  int64_t start_us = 0;
  int64_t end_us = kNever;  // of its release; kNever if not in the step
  int64_t bytes = 0;
  int64_t requested_bytes = 0;  // of the output
  uint64_t ptr = 0;             // of the output
  uint32_t record = 0;          // that allocated it
  int32_t slot = kNoSlot;       // of the output it holds
};

// How the buffers of an allocator are known.
enum class MemoryMethod : uint8_t {
  kAllocations,  // from its records
  kEstimate,     // there are none: from outputs and who read them
  kNone,         // there are no buffers
};

std::string_view WordsOf(MemoryMethod method);

// What a row of what was alive is.
enum class AliveKind : uint8_t {
  kOutput,
  kTemporary,  // released before its operation ended
  kOther,
  kBefore,    // held before the step: outputs showed its address
  kVariable,  // held before the step: by its type and shape
};

std::string_view WordsOf(AliveKind kind);

struct AliveRow {
  uint32_t record = 0;  // that allocated it, or showed it first
  AliveKind kind = AliveKind::kOutput;
  int64_t bytes = 0;
  int32_t slot = Buffer::kNoSlot;
  std::optional<int64_t> requested_bytes;  // of the tensor in it
  std::optional<int64_t> since_us;         // not of what was there before
  std::optional<int64_t> freed_us;         // not of what stays
  std::vector<StringId> also;  // names of executions that passed it on
};

// The allocator of a host in one step.
struct AllocatorMemory {
  struct Level {
    int64_t at_us = 0;
    int64_t bytes = 0;  // held, of what the step allocated
  };

  StringId host;
  StringId allocator;
  MemoryMethod method = MemoryMethod::kNone;
  int64_t allocations = 0;
  int64_t not_freed = 0;        // within the step
  int64_t unmatched_frees = 0;  // releases of nothing that was allocated
  // The most that the step's own buffers took, if within a microsecond
  // releases came first, and if allocations did.
  int64_t step_peak_bytes = 0;
  int64_t step_peak_at_most_bytes = 0;
  std::optional<int64_t> peak_us;  // the first time of the former
  // Held before the step, as most samples of bytes in use agree.
  std::optional<int64_t> base_bytes;
  int64_t base_least_block = 0;  // smaller blocks are not in it
  int64_t base_agree = 0;
  int64_t base_samples = 0;
  int64_t seen_before_bytes = 0;  // at addresses that outputs showed
  int64_t declared_bytes = 0;     // of variables, by their shapes
  std::vector<AliveRow> alive;    // the largest first
  std::vector<Level> curve;
  std::vector<Buffer> buffers;  // of the step

  // Nothing if what was held before the step is not known.
  std::optional<int64_t> PeakBytes() const;
  std::optional<int64_t> UnattributedBytes() const;
};

// Bytes of resource variables by the names of their handles.
using VariableBytes = std::map<std::string, int64_t, std::less<>>;

// The allocators of a step, in order of host and name. The records need their
// memory columns. Fails where an estimate needs to know who waited for whom and
// that is not known (TasksByHost).
Result<std::vector<AllocatorMemory>> LiveMemory(const StepRecords& records,
                                                const VariableBytes& variables);

// The same without what was alive, curves and buffers: a fraction of the work,
// for whoever asks how much an allocator held and no more.
Result<std::vector<AllocatorMemory>> MemoryPeaks(const StepRecords& records);

// What step_peak_bytes would be without a buffer of the step.
int64_t PeakWithout(const AllocatorMemory& memory, const AliveRow& row);

// What to say beside an allocator's numbers.
std::vector<std::string> NotesOn(const AllocatorMemory& memory);

}  // namespace tfprof
