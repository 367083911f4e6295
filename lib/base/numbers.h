// SPDX-License-Identifier: Apache-2.0
// The reference's texts of numbers, and arithmetic that wraps as in the
// reference.
//
// tfprof: every value below 1000, including all negative ones, is a plain
// integer; larger ones have two decimals and a unit, and do not carry after
// rounding (999995 is "1000.00k").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tfprof {

// Microseconds: 999 "999us", 1500 "1.50ms", then "sec".
void AppendTime(std::string& out, int64_t micros);

// Bytes in decimal units: 999 "999B", 1500 "1.50KB", then "MB".
void AppendBytes(std::string& out, int64_t bytes);

// A plain decimal integer.
void AppendInt(std::string& out, int64_t value);

// The same into `to`, which has room for kMostNumberBytes; the functions return
// the end of the text.
inline constexpr size_t kMostNumberBytes = 32;
char* PutTime(char* to, int64_t micros);
char* PutBytes(char* to, int64_t bytes);
char* PutInt(char* to, int64_t value);

// 999 "999", 1500 "1.50k", then "m" and "b".
char* PutCount(char* to, int64_t count);

// The texts of counts in summarize_graph and benchmark_model: 999 "999", 1500
// "1.50k", then "M", "B", "T" and "1E+15". tfprof: values from a million on are
// cut to whole thousands before they are rounded.
std::string HumanCount(int64_t count);

// `sum` divided by `parts` > 0, rounded to the nearest whole number, halves
// away from 0.
constexpr int64_t RoundedQuotient(int64_t sum, int64_t parts) {
  const int64_t away = sum < 0 ? -1 : 1;
  const int64_t rest = sum % parts * away;
  return sum / parts + (rest >= parts - rest ? away : 0);
}

constexpr int64_t MicrosOfPicos(int64_t ps) {
  return RoundedQuotient(ps, 1'000'000);
}

// tfprof: sums and products wrap at 64 bits.
constexpr int64_t WrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}

constexpr int64_t WrapSubtract(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) -
                              static_cast<uint64_t>(b));
}

constexpr int64_t WrapMultiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

}  // namespace tfprof
