// SPDX-License-Identifier: Apache-2.0
// TimeUnion: an interval union. A moment counts once, however many of the
// spans it was made of hold it. Times are picoseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tfprof {

struct TimeSpan {
  int64_t begin_ps = 0;
  int64_t end_ps = 0;

  int64_t length_ps() const { return end_ps - begin_ps; }

  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

class TimeUnion {
 public:
  TimeUnion() = default;

  // Spans in any order; those without a length are left out.
  explicit TimeUnion(std::vector<TimeSpan> spans);

  // What lies in either. O(n).
  static TimeUnion Of(const TimeUnion& a, const TimeUnion& b);

  // Disjoint, in order of time. Spans that touch are one.
  const std::vector<TimeSpan>& spans() const {
    static const std::vector<TimeSpan> kNone;
    return spans_ == nullptr ? kNone : spans_->all;
  }

  bool empty() const { return spans().empty(); }

  // Holds equal spans only once.
  void ShareIfEqual(const TimeUnion& other) {
    if (spans() == other.spans()) spans_ = other.spans_;
  }

  int64_t LengthPs() const { return spans_ == nullptr ? 0 : spans_->length_ps; }

  // The length of what lies in [begin_ps, end_ps). O(log n).
  int64_t LengthPsIn(int64_t begin_ps, int64_t end_ps) const;

 private:
  // Copies share them: there may be millions.
  struct Spans {
    std::vector<TimeSpan> all;
    // The length of all spans before each kStride-th one.
    std::vector<int64_t> before_ps;
    int64_t length_ps = 0;
  };

  static constexpr size_t kStride = 16;

  // `spans` are disjoint and in order.
  void Keep(std::vector<TimeSpan> spans);

  // The length of what lies before `at_ps`.
  int64_t LengthPsBefore(int64_t at_ps) const;

  std::shared_ptr<const Spans> spans_;  // null: there are none
};

}  // namespace tfprof
