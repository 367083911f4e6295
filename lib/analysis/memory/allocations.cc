// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/memory/account.h"

namespace tfprof {

namespace {

// Far above real values; sums over a step do not overflow.
constexpr int64_t kMostBytes = int64_t{1} << 50;
constexpr int64_t kMostMicros = int64_t{1} << 53;

class AllocationReader {
 public:
  AllocationReader(const StepRecords& records, bool with_outputs,
                   MemoryAccounts& accounts)
      : records_(records), with_outputs_(with_outputs), accounts_(accounts) {}

  void Add(uint32_t record);

 private:
  // A buffer that the current record allocated.
  struct Own {
    StringId allocator;
    int64_t bytes = 0;
    uint32_t buffer = 0;
    uint32_t used = 0;  // at the first of a size: how many are taken
  };

  void AddUse(uint32_t record, const StepRecords::AllocatorUse& use);
  void MatchReleases(MemoryAccount& account, size_t first_buffer);
  void SortOwn(uint32_t record);
  bool TakeOwn(const StepRecords::Output& output, MemoryAccount& account);

  const StepRecords& records_;
  const bool with_outputs_;
  MemoryAccounts& accounts_;
  std::vector<Own> own_;
  std::vector<AllocationRecord> changes_;  // of an entry, by time
  std::vector<uint32_t> order_;            // of changes_, by size
  std::vector<uint32_t> buffer_of_change_;
};

// A release frees the oldest open buffer of its size.
void AllocationReader::MatchReleases(MemoryAccount& account,
                                     size_t first_buffer) {
  buffer_of_change_.clear();
  auto next = static_cast<uint32_t>(first_buffer);
  for (const AllocationRecord& change : changes_) {
    buffer_of_change_.push_back(change.bytes > 0 ? next++ : 0);
  }
  order_.resize(changes_.size());
  std::iota(order_.begin(), order_.end(), 0);
  const auto size = [&](uint32_t i) { return std::abs(changes_[i].bytes); };
  std::stable_sort(order_.begin(), order_.end(),
                   [&](uint32_t a, uint32_t b) { return size(a) < size(b); });
  size_t oldest = 0;  // of the open buffers of this size, in order_
  for (size_t i = 0; i < order_.size(); ++i) {
    if (i > 0 && size(order_[i]) != size(order_[i - 1])) oldest = i;
    const AllocationRecord& change = changes_[order_[i]];
    if (change.bytes >= 0) continue;
    while (oldest < i && changes_[order_[oldest]].bytes < 0) ++oldest;
    if (oldest < i) {
      account.buffers[buffer_of_change_[order_[oldest++]]].end_us =
          change.at_us;
    } else {
      ++account.unmatched_frees;
    }
  }
}

void AllocationReader::AddUse(uint32_t record,
                              const StepRecords::AllocatorUse& use) {
  MemoryAccount& account =
      accounts_.Of(records_.DeviceOf(record).host, use.allocator);
  ++account.uses;
  if (use.bytes_in_use > 0) {
    account.samples.push_back({FloorMicros(records_.OpEnd(record)),
                               CeilMicros(records_.all_end[record]),
                               std::min(use.bytes_in_use, kMostBytes)});
  }
  const auto allocations = records_.allocations[use.allocations];
  if (allocations.empty()) return;
  changes_.assign(allocations.begin(), allocations.end());
  for (AllocationRecord& change : changes_) {
    change.at_us = std::clamp(change.at_us, -kMostMicros, kMostMicros);
    change.bytes = std::clamp(change.bytes, -kMostBytes, kMostBytes);
  }
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const AllocationRecord& a, const AllocationRecord& b) {
                     return a.at_us < b.at_us;
                   });
  const size_t first_buffer = account.buffers.size();
  for (const AllocationRecord& change : changes_) {
    if (change.bytes <= 0) continue;
    own_.push_back({use.allocator, change.bytes,
                    static_cast<uint32_t>(account.buffers.size())});
    Buffer& buffer = account.buffers.emplace_back();
    buffer.start_us = change.at_us;
    buffer.bytes = change.bytes;
    buffer.record = record;
  }
  MatchReleases(account, first_buffer);
}

// Keeps the buffers that may hold an output, grouped by size.
void AllocationReader::SortOwn(uint32_t record) {
  const StringId host = records_.DeviceOf(record).host;
  std::erase_if(own_, [&](const Own& own) {
    const int64_t end_us =
        accounts_.Of(host, own.allocator).buffers[own.buffer].end_us;
    return end_us < CeilMicros(records_.OpEnd(record));
  });
  std::sort(own_.begin(), own_.end(), [](const Own& a, const Own& b) {
    return std::tie(a.allocator, a.bytes, a.buffer) <
           std::tie(b.allocator, b.bytes, b.buffer);
  });
}

bool AllocationReader::TakeOwn(const StepRecords::Output& output,
                               MemoryAccount& account) {
  const auto first =
      std::lower_bound(own_.begin(), own_.end(), output,
                       [](const Own& own, const StepRecords::Output& wanted) {
                         return std::tie(own.allocator, own.bytes) <
                                std::tie(wanted.allocator, wanted.bytes);
                       });
  if (first == own_.end()) return false;
  const auto own = first + std::min<ptrdiff_t>(first->used, own_.end() - first);
  if (own == own_.end() || own->allocator != output.allocator ||
      own->bytes != output.bytes) {
    return false;
  }
  ++first->used;
  Buffer& buffer = account.buffers[own->buffer];
  buffer.slot = output.slot;
  buffer.ptr = output.ptr;
  buffer.requested_bytes = output.requested_bytes;
  return true;
}

void AllocationReader::Add(uint32_t record) {
  own_.clear();
  for (const StepRecords::AllocatorUse& use : records_.memory[record]) {
    AddUse(record, use);
  }
  if (with_outputs_ && !own_.empty()) SortOwn(record);
  const auto outputs = records_.outputs[record];
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    const StepRecords::Output& output = outputs[i];
    if (output.ptr == 0 || records_.strings[output.allocator].empty()) continue;
    MemoryAccount& account =
        accounts_.Of(records_.DeviceOf(record).host, output.allocator);
    if (!with_outputs_) continue;
    if (!TakeOwn(output, account)) account.seen.push_back({record, i});
  }
}

}  // namespace

MemoryAccount& MemoryAccounts::Of(StringId host, StringId allocator) {
  const auto [row, is_new] =
      rows_.insert({{host, allocator}, accounts_.size()});
  if (is_new) {
    accounts_.emplace_back();
    accounts_.back().host = host;
    accounts_.back().allocator = allocator;
  }
  return accounts_[row->second];
}

void AddAllocations(const StepRecords& records, bool with_outputs,
                    MemoryAccounts& accounts) {
  AllocationReader reader(records, with_outputs, accounts);
  for (uint32_t record = 0; record < records.size(); ++record) {
    if (records.IsOperation(record)) reader.Add(record);
  }
}

int64_t FloorMicros(int64_t ns) { return ns / 1000 - (ns % 1000 < 0 ? 1 : 0); }

int64_t CeilMicros(int64_t ns) { return -FloorMicros(-ns); }

}  // namespace tfprof
