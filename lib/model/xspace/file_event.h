// SPDX-License-Identifier: Apache-2.0
// An event of an XSpace, the recording of TensorFlow's and JAX's profilers, as
// it is decoded. Times are picoseconds.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ids.h"
#include "model/xspace/recorded_stat.h"

namespace tfprof {

struct StatValue {
  enum class Kind : uint8_t { kNone, kDouble, kNumber, kText, kBytes };

  Kind kind = Kind::kNone;
  bool is_unsigned = false;        // of kNumber
  uint32_t ref = Id<void>::kNone;  // the text is the name of that stat
  int64_t number = 0;              // of a double its bits
  std::string_view text;
};

// The requested stats of an event. The last of repeated ones counts, but under
// the reference's rules the first.
class EventStats {
 public:
  void Clear() { has_ = {}; }

  bool Has(RecordedStat stat) const { return has_.Has(stat); }

  bool HasAny(RecordedStatSet stats) const { return has_.HasAny(stats); }

  bool HasAll(RecordedStatSet stats) const { return has_.HasAll(stats); }

  bool empty() const { return has_.empty(); }

  void Set(RecordedStat stat, const StatValue& value) {
    if (first_counts && Has(stat)) return;
    has_.Add(stat);
    values_[static_cast<size_t>(stat)] = value;
  }

  // REQUIRES: Has(stat).
  const StatValue& operator[](RecordedStat stat) const {
    return values_[static_cast<size_t>(stat)];
  }

  // 0 if it is not there, or no whole number.
  int64_t Number(RecordedStat stat) const {
    return HasNumber(stat) ? (*this)[stat].number : 0;
  }

  // tfprof: to the reference, a number of the other kind is 0.
  int64_t Signed(RecordedStat stat) const {
    return HasNumber(stat) && !(*this)[stat].is_unsigned ? (*this)[stat].number
                                                         : 0;
  }

  bool IsUnsigned(RecordedStat stat) const {
    return HasNumber(stat) && (*this)[stat].is_unsigned;
  }

  uint64_t Unsigned(RecordedStat stat) const {
    return static_cast<uint64_t>(Number(stat));
  }

  bool HasNumber(RecordedStat stat) const {
    return Has(stat) && (*this)[stat].kind == StatValue::Kind::kNumber;
  }

  // Nothing if it is no number.
  std::optional<double> Real(RecordedStat stat) const {
    if (!Has(stat)) return std::nullopt;
    const StatValue& value = (*this)[stat];
    if (value.kind == StatValue::Kind::kDouble) {
      return std::bit_cast<double>(value.number);
    }
    if (value.kind != StatValue::Kind::kNumber) return std::nullopt;
    return static_cast<double>(value.number);
  }

  std::string_view Text(RecordedStat stat) const {
    return Has(stat) && (*this)[stat].kind == StatValue::Kind::kText
               ? (*this)[stat].text
               : std::string_view();
  }

  int64_t level = -1;  // of kLevel
  bool first_counts = false;

 private:
  RecordedStatSet has_;
  StatValue values_[kRecordedStats];
};

// An event as it is in the file.
struct FileEvent {
  uint32_t meta = 0;        // of PlaneTables::metas
  int64_t occurrences = 1;  // an aggregate has no begin of its own
  int64_t begin_ps = 0;     // set by readers: since the recording began
  int64_t offset_ps = 0;    // of its begin, from that of its line
  int64_t duration_ps = 0;
  EventStats stats;

  int64_t end_ps() const { return begin_ps + duration_ps; }
};

}  // namespace tfprof
