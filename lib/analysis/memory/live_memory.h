// SPDX-License-Identifier: Apache-2.0
// The buffers that were alive at an allocator's peak: all buffers of a step,
// found from its allocation and release records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "model/step_records.h"

namespace tfprof {

// A buffer. Times are in us of the dump's clock.
struct Buffer {
  static constexpr int64_t kNever = INT64_MAX;
  static constexpr int32_t kNoSlot = -1;

  int64_t start_us = 0;
  int64_t end_us = kNever;  // kNever: not freed in the step
  int64_t bytes = 0;
  int64_t requested_bytes = 0;  // of the output
  uint64_t ptr = 0;             // of the output
  uint32_t record = 0;          // index of the record that allocated it
  int32_t slot = kNoSlot;       // output slot
};

// How the buffers of an allocator were found.
enum class MemoryMethod : uint8_t {
  kAllocations,  // from allocation records
  kEstimate,     // no such records: from outputs and their readers
  kNone,         // there are no buffers
};

std::string_view WordsOf(MemoryMethod method);

// The kind of a row of live memory.
enum class AliveKind : uint8_t {
  kOutput,
  kTemporary,  // released before its operation ended
  kOther,
  kBefore,    // held before the step: found by an output's address
  kVariable,  // held before the step: from its type and shape
};

std::string_view WordsOf(AliveKind kind);

struct AliveRow {
  uint32_t record = 0;  // that allocated or first showed it
  int32_t slot = Buffer::kNoSlot;
  AliveKind kind = AliveKind::kOutput;
  int64_t bytes = 0;
  std::optional<int64_t> requested_bytes;  // of the tensor in it
  std::optional<int64_t> since_us;         // unset if held before the step
  std::optional<int64_t> freed_us;         // unset if not freed
  std::vector<StringId> also;  // names of executions that passed it on
};

// The allocator of a host in one step.
struct AllocatorMemory {
  struct Level {
    int64_t at_us = 0;
    int64_t bytes = 0;       // held, of what the step allocated
    int64_t unrecorded = 0;  // held besides, at the least; 0 if not known

    int64_t Whole() const { return WrapAdd(bytes, unrecorded); }
  };

  StringId host;
  StringId allocator;
  MemoryMethod method = MemoryMethod::kNone;
  int64_t allocations = 0;
  int64_t not_freed = 0;        // within the step
  int64_t unmatched_frees = 0;  // releases without an allocation
  // The peak of the step's own buffers, if releases come first within a
  // microsecond, and if allocations do.
  int64_t step_peak_bytes = 0;
  int64_t step_peak_at_most_bytes = 0;
  // First time of peak_bytes, or of step_peak_bytes if that is not known.
  std::optional<int64_t> peak_us;
  // Bytes held before the step, by the allocator's reports.
  std::optional<int64_t> base_bytes;
  int64_t base_least_block = 0;  // smaller blocks are not in it
  int64_t base_agree = 0;        // reports that agree on one base
  int64_t base_samples = 0;
  int64_t base_changes = 0;  // by tensors in no record, during the step
  std::optional<int64_t> base_at_peak_bytes;  // in no record at peak_us
  // The peak of everything in the allocator lies between these two.
  std::optional<int64_t> peak_bytes;
  std::optional<int64_t> peak_at_most_bytes;
  int64_t seen_before_bytes = 0;  // found by addresses of outputs
  int64_t declared_bytes = 0;     // of variables, by their shapes
  std::vector<AliveRow> alive;    // the largest first
  std::vector<Level> curve;
  std::vector<Buffer> buffers;  // of the step

  // Nothing if the bytes held before the step are unknown.
  std::optional<int64_t> UnattributedBytes() const;
};

// Bytes of resource variables by the names of their handles.
using VariableBytes = std::map<std::string, int64_t, std::less<>>;

// The allocators of a step, by host and name. `records` need their memory
// columns. Fails if an estimate needs to know which task waited for which and
// this is unknown (see TasksByHost).
Result<std::vector<AllocatorMemory>> LiveMemory(const StepRecords& records,
                                                const VariableBytes& variables);

// The same without live rows, curves and buffers: much faster if only the peaks
// are needed.
Result<std::vector<AllocatorMemory>> MemoryPeaks(const StepRecords& records);

// Keeps the `most` allocators with the greatest peaks, in their order. Returns
// how many are left out.
size_t KeepLargest(size_t most, std::vector<AllocatorMemory>& memory);

// How much lower the peak is without this buffer of the step.
int64_t SavedWithout(const AllocatorMemory& memory, const AliveRow& row);

// Notes about an allocator's numbers.
std::vector<std::string> NotesOn(const AllocatorMemory& memory);

// The notes about all, each with the allocator's name; what is to be said of
// many is said of the first ones.
std::vector<std::string> NotesOnAll(const std::vector<AllocatorMemory>& memory,
                                    const StringPool& strings);

}  // namespace tfprof
