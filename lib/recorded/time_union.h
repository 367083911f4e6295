// SPDX-License-Identifier: Apache-2.0
// TimeUnion: an interval union. A moment counts once, however many of the
// spans it was made of hold it. Times are picoseconds.
#pragma once

#include <cstdint>
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
  const std::vector<TimeSpan>& spans() const { return spans_; }

  bool empty() const { return spans_.empty(); }

  int64_t LengthPs() const {
    return before_ps_.empty() ? 0 : before_ps_.back();
  }

  // The length of what lies in [begin_ps, end_ps). O(log n).
  int64_t LengthPsIn(int64_t begin_ps, int64_t end_ps) const;

 private:
  // REQUIRES: spans_ are in order of begin.
  void Join();

  // The length of what lies before `at_ps`.
  int64_t LengthPsBefore(int64_t at_ps) const;

  std::vector<TimeSpan> spans_;
  // By span: the length of all spans up to its end.
  std::vector<int64_t> before_ps_;
};

}  // namespace tfprof
