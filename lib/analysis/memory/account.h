// SPDX-License-Identifier: Apache-2.0
// What the records of a step say of each allocator, before it is added up.
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
  // Bytes in use that the allocator reported between two times.
  struct Sample {
    int64_t from_us = 0;
    int64_t to_us = 0;
    int64_t bytes = 0;
  };

  // An output in memory that its execution did not allocate.
  struct SeenOutput {
    uint32_t record = 0;
    uint32_t output = 0;  // of the record's outputs
  };

  // An execution that handed a buffer on.
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
  int64_t uses = 0;  // entries of records
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

// From allocation records: each output takes the first buffer of its own
// execution that it fits. Without outputs nobody takes any: buffers are only as
// large and as old as they are.
void AddAllocations(const StepRecords& records, bool with_outputs,
                    MemoryAccounts& accounts);

// Without any: an output lives until its last reader is done, one at an address
// that is taken is the tensor that was there, temporaries live as long as their
// operation. Replaces buffers and outputs of the accounts.
Status EstimateBuffers(const StepRecords& records, MemoryAccounts& accounts);

// Adds an account up. `variables` are those that may be in it.
AllocatorMemory Settle(const StepRecords& records, const MemoryAccount& account,
                       std::span<const VariableHandle> variables);

// The same without what was alive and the curve.
AllocatorMemory SettlePeak(const StepRecords& records,
                           const MemoryAccount& account);

// Times in us around ns.
int64_t FloorMicros(int64_t ns);
int64_t CeilMicros(int64_t ns);

}  // namespace tfprof
