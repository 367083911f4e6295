// SPDX-License-Identifier: Apache-2.0
// The memory records of a step by allocator, before they are summed up.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "analysis/memory/live_memory.h"
#include "analysis/memory/variables.h"

namespace tfprof {

struct MemoryAccount {
  // Bytes in use, reported by the allocator at some time in between.
  struct Sample {
    int64_t from_us = 0;
    int64_t to_us = 0;
    int64_t bytes = 0;
  };

  // An output in memory that another execution allocated.
  struct SeenOutput {
    uint32_t record = 0;
    uint32_t output = 0;  // of the record's outputs
  };

  // An execution that passed a buffer on.
  struct Handover {
    uint32_t buffer = 0;
    StringId name;
  };

  StringId host;
  StringId allocator;
  bool is_estimate = false;
  std::vector<Buffer> buffers;
  std::vector<Sample> samples;
  std::vector<SeenOutput> seen;
  std::vector<Handover> handovers;
  int64_t unmatched_frees = 0;
  int64_t uses = 0;  // number of record entries
};

// The accounts of a step by host and allocator, in order of first use.
class MemoryAccounts {
 public:
  MemoryAccount& Of(StringId host, StringId allocator);

  std::vector<MemoryAccount>& all() { return accounts_; }

 private:
  std::map<std::pair<StringId, StringId>, size_t> rows_;
  std::vector<MemoryAccount> accounts_;
};

// From allocation records. Each output is assigned the first buffer of its own
// execution that fits. Without outputs buffers have only size and lifetime.
void AddAllocations(const StepRecords& records, bool with_outputs,
                    MemoryAccounts& accounts);

// Without allocation records: an output lives until its last reader is done; an
// output at an address in use is the tensor there; temporaries live as long as
// their operation. Replaces the accounts' buffers and outputs.
Status EstimateBuffers(const StepRecords& records, MemoryAccounts& accounts);

// Sums up an account. `variables`: those it may hold.
AllocatorMemory Settle(const StepRecords& records, const MemoryAccount& account,
                       std::span<const VariableHandle> variables);

// The same without the rows of what was alive, and the curve.
AllocatorMemory SettlePeak(const StepRecords& records,
                           const MemoryAccount& account);

// Rounds ns down and up to us.
int64_t FloorMicros(int64_t ns);
int64_t CeilMicros(int64_t ns);

}  // namespace tfprof
