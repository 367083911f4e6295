// SPDX-License-Identifier: Apache-2.0
// An allocation or its end, as an allocator reports it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/chunked_vector.h"
#include "base/hash.h"
#include "base/numbers.h"
#include "base/once_per_text.h"
#include "model/xspace/file_event.h"

namespace tfprof {

// Texts that many events share. What At() gives holds as long as the texts do,
// wherever they are moved.
class SharedTexts {
 public:
  using Text = const std::string_view*;

  // `text` outlives this.
  Text At(std::string_view text) {
    return known_.Of(text, [&](std::string_view it) { return AtText(it); });
  }

  // Takes over the texts that others have made, which then hold as long as
  // these.
  void Keep(SharedTexts& others) {
    for (auto& text : others.owned_) owned_.push_back(std::move(text));
    others.owned_.clear();
  }

  // Gives back what only At needs, which cannot be called any more.
  void Freeze() {
    places_ = {};
    known_.clear();
    numbers_ = {};
  }

  Text AtNumber(int64_t number) {
    const auto [found, is_new] = numbers_.insert({number, nullptr});
    if (is_new) {
      found.value() = At(*owned_.emplace_back(
          std::make_unique<std::string>(std::to_string(number))));
    }
    return found->second;
  }

 private:
  Text AtText(std::string_view text) {
    const auto [found, is_new] = places_.insert({text, nullptr});
    if (is_new) found.value() = &texts_.Push(text);
    return found->second;
  }

  ChunkedVector<std::string_view> texts_;
  std::vector<std::unique_ptr<std::string>> owned_;
  tsl::robin_map<std::string_view, Text> places_;
  OncePerText<Text> known_;
  tsl::robin_map<int64_t, Text, IntHash> numbers_;
};

inline constexpr std::string_view kNoText;

// Texts are those of SharedTexts: there may be as many as all other events.
struct MemoryEvent {
  bool is_allocation = false;
  uint32_t allocator_row = 0;  // in the order of their names, once known
  int64_t offset_ps = 0;       // since the line began
  int64_t step = -1;
  // Of the allocator, after the event.
  int64_t reserved_bytes = 0;
  int64_t allocated_bytes = 0;
  int64_t available_bytes = 0;
  int64_t lifetime_peak_bytes = 0;
  double fragmentation = 0;  // share of 1
  // Of the tensor.
  int64_t requested_bytes = 0;
  int64_t bytes = 0;
  int64_t address = 0;
  int64_t dtype = 0;
  SharedTexts::Text op = &kNoText;
  SharedTexts::Text region = &kNoText;
  SharedTexts::Text shape = &kNoText;
  // The allocator's name, or its number as its name.
  SharedTexts::Text allocator = &kNoText;

  int64_t used_bytes() const {
    return WrapAdd(reserved_bytes, allocated_bytes);
  }
};

// The stats that it is made of.
inline constexpr RecordedStatSet kMemoryStats{
    RecordedStat::kAllocatorName,   RecordedStat::kIndexOnHost,
    RecordedStat::kDeviceOrdinal,   RecordedStat::kBytesReserved,
    RecordedStat::kBytesAllocated,  RecordedStat::kBytesAvailable,
    RecordedStat::kPeakBytes,       RecordedStat::kRequestedBytes,
    RecordedStat::kAllocationBytes, RecordedStat::kAddress,
    RecordedStat::kRegionType,      RecordedStat::kDataType,
    RecordedStat::kShape,           RecordedStat::kTfOp};

MemoryEvent MemoryEventOf(const FileEvent& event, bool is_allocation,
                          int64_t step, SharedTexts& texts);

}  // namespace tfprof
