// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/shared.h"
#include "model/measure.h"

namespace tfprof {

// Medians by row; those beyond the end are 0. Medians of whole numbers are
// multiples of a half, which take 4 bytes up to 2^31. One value that is not
// makes all take 8 bytes.
class MedianColumn {
 public:
  MedianColumn() = default;

  explicit MedianColumn(const std::vector<double>& values) {
    halves_.reserve(values.size());
    for (size_t row = 0; row < values.size(); ++row) Set(row, values[row]);
  }

  size_t size() const { return is_wide_ ? wide_.size() : halves_.size(); }

  bool empty() const { return size() == 0; }

  double operator[](size_t row) const {
    if (row >= size()) return 0;
    return is_wide_ ? wide_[row] : halves_[row] / 2.0;
  }

  void Set(size_t row, double value) {
    if (!is_wide_ && !IsHalf(value)) Widen();
    if (is_wide_) {
      if (row >= wide_.size()) wide_.resize(row + 1);
      wide_[row] = value;
    } else {
      if (row >= halves_.size()) halves_.resize(row + 1);
      halves_[row] = static_cast<uint32_t>(2 * value);
    }
  }

  friend bool operator==(const MedianColumn& a, const MedianColumn& b) {
    if (a.size() != b.size()) return false;
    for (size_t row = 0; row < a.size(); ++row) {
      if (a[row] != b[row]) return false;
    }
    return true;
  }

 private:
  static bool IsHalf(double value) {
    return value >= 0 && 2 * value <= UINT32_MAX &&
           std::floor(2 * value) == 2 * value;
  }

  void Widen() {
    wide_.reserve(halves_.capacity());
    for (const uint32_t half : halves_) wide_.push_back(half / 2.0);
    halves_ = {};
    is_wide_ = true;
  }

  bool is_wide_ = false;
  std::vector<uint32_t> halves_;
  std::vector<double> wide_;
};

// The medians of each measure by row. Runs share columns that are equal, as
// those of exact measures are.
struct RowMedians {
  std::array<Shared<MedianColumn>, kMeasureCount> of_measure;

  double Of(Measure measure, uint32_t row) const {
    return (*of_measure[IndexOf(measure)])[row];
  }

  MedianColumn& Own(Measure measure) {
    return of_measure[IndexOf(measure)].Own();
  }

  void ShareEqual(const RowMedians& before) {
    for (size_t i = 0; i < kMeasureCount; ++i) {
      of_measure[i].ShareIfEqual(before.of_measure[i]);
    }
  }
};

}  // namespace tfprof
