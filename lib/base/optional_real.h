// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <optional>

namespace tfprof {

// A real number or nothing, in the memory of a number: for millions of them. No
// number is NaN.
class OptionalReal {
 public:
  OptionalReal() = default;

  OptionalReal(double value)  // NOLINT(google-explicit-constructor)
      : value_(value) {}

  OptionalReal(std::optional<double> value)  // NOLINT
      : value_(value.value_or(kNothing)) {}

  std::optional<double> get() const {
    return std::isnan(value_) ? std::nullopt : std::optional(value_);
  }

  friend bool operator==(OptionalReal a, OptionalReal b) {
    return a.get() == b.get();
  }

 private:
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  double value_ = kNothing;
};

}  // namespace tfprof
