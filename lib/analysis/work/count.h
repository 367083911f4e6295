// SPDX-License-Identifier: Apache-2.0
// A number of operations or elements, or why it is not known.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace tfprof {

class Count {
 public:
  enum class Missing : uint8_t {
    kNothing,  // it is known
    kInputShape,
    kOutputShape,
    kWindow,  // attribute `ksize`
    // A graph would tell it, and recorded shapes do not.
    kEquation,
    kTransposes,
    kTraining,
    kPeephole,
    kNesterov,
    kRank,      // a shape has another rank than the operation works on
    kOperands,  // an Einsum of more than two
    kFormula,
    kTooLarge,  // 2^63 or more
  };

  Count(int64_t value) : value_(value) {}  // NOLINT: a number is a count

  static Count Unknown(Missing what, uint32_t index = 0) {
    Count count(0);
    count.missing_ = what;
    count.index_ = index;
    return count;
  }

  bool is_known() const { return missing_ == Missing::kNothing; }

  Missing missing() const { return missing_; }

  // The index of the input or output whose shape is missing.
  uint32_t index() const { return index_; }

  // REQUIRES: is_known()
  int64_t value() const { return value_; }

  // REQUIRES: !is_known()
  std::string why() const {
    switch (missing_) {
      case Missing::kInputShape:
        return fmt::format("no shape of input {}", index_);
      case Missing::kOutputShape:
        return fmt::format("no shape of output {}", index_);
      case Missing::kWindow:
        return "no attribute ksize";
      case Missing::kEquation:
        return "no attribute equation";
      case Missing::kTransposes:
        return "the shapes fit no transposes";
      case Missing::kTraining:
        return "is_training is not recorded";
      case Missing::kPeephole:
        return "use_peephole is not recorded";
      case Missing::kNesterov:
        return "use_nesterov is not recorded";
      case Missing::kRank:
        return "a shape of another rank";
      case Missing::kOperands:
        return "more than two inputs";
      case Missing::kTooLarge:
        return "more than can be counted";
      default:
        return "no formula";
    }
  }

  // The reason on the left takes precedence.
  friend Count operator*(const Count& a, const Count& b) {
    return Combine(a, b, [](int64_t x, int64_t y, int64_t& z) {
      return __builtin_mul_overflow(x, y, &z);
    });
  }

  friend Count operator+(const Count& a, const Count& b) {
    return Combine(a, b, [](int64_t x, int64_t y, int64_t& z) {
      return __builtin_add_overflow(x, y, &z);
    });
  }

  friend Count operator-(const Count& a, const Count& b) {
    return Combine(a, b, [](int64_t x, int64_t y, int64_t& z) {
      return __builtin_sub_overflow(x, y, &z);
    });
  }

 private:
  template <typename Overflows>
  static Count Combine(const Count& a, const Count& b, Overflows overflows) {
    if (!a.is_known()) return a;
    if (!b.is_known()) return b;
    int64_t value = 0;
    if (overflows(a.value_, b.value_, value))
      return Unknown(Missing::kTooLarge);
    return value;
  }

  int64_t value_;
  Missing missing_ = Missing::kNothing;
  uint32_t index_ = 0;
};

}  // namespace tfprof
