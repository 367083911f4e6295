// SPDX-License-Identifier: Apache-2.0
#include "base/numbers.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace tfprof {

namespace {

char* Put(char* to, std::string_view text) {
  return std::copy(text.begin(), text.end(), to);
}

// A positive `value` in units, with two decimals.
template <int64_t kUnit>
char* PutScaled(char* to, int64_t value, std::string_view suffix) {
  constexpr int64_t kExact = int64_t{1} << 50;
  constexpr int64_t kHundredth = kUnit / 100;
  const int64_t rest = value % kHundredth;
  if (value > kExact || 2 * rest == kHundredth) {
    // tfprof: the nearest double decides how a half is rounded.
    const double in_units =
        static_cast<double>(value) / static_cast<double>(kUnit);
    to = fmt::format_to(to, "{:.2f}", in_units);
  } else {
    const int64_t hundredths =
        value / kHundredth + (2 * rest > kHundredth ? 1 : 0);
    to = PutInt(to, hundredths / 100);
    *to++ = '.';
    *to++ = static_cast<char>('0' + hundredths / 10 % 10);
    *to++ = static_cast<char>('0' + hundredths % 10);
  }
  return Put(to, suffix);
}

void Append(std::string& out, char* (*put)(char* to, int64_t value),
            int64_t value) {
  char text[kMostNumberBytes];
  out.append(text, put(text, value));
}

}  // namespace

char* PutInt(char* to, int64_t value) {
  const fmt::format_int digits(value);
  return Put(to, {digits.data(), digits.size()});
}

char* PutCount(char* to, int64_t count) {
  if (count < 1000) return PutInt(to, count);
  if (count < 1'000'000) return PutScaled<1000>(to, count, "k");
  if (count < 1'000'000'000) return PutScaled<1'000'000>(to, count, "m");
  return PutScaled<1'000'000'000>(to, count, "b");
}

char* PutTime(char* to, int64_t micros) {
  if (micros < 1000) return Put(PutInt(to, micros), "us");
  if (micros < 1'000'000) return PutScaled<1000>(to, micros, "ms");
  return PutScaled<1'000'000>(to, micros, "sec");
}

char* PutBytes(char* to, int64_t bytes) {
  if (bytes < 1000) return Put(PutInt(to, bytes), "B");
  if (bytes < 1'000'000) return PutScaled<1000>(to, bytes, "KB");
  return PutScaled<1'000'000>(to, bytes, "MB");
}

void AppendInt(std::string& out, int64_t value) { Append(out, PutInt, value); }

void AppendTime(std::string& out, int64_t micros) {
  Append(out, PutTime, micros);
}

void AppendBytes(std::string& out, int64_t bytes) {
  Append(out, PutBytes, bytes);
}

std::string HumanCount(int64_t count) {
  if (count < 0) {
    // The least number has no positive counterpart.
    return fmt::format("-{}",
                       HumanCount(count == INT64_MIN ? INT64_MAX : -count));
  }
  if (count < 1000) return fmt::format("{}", count);
  if (count >= 1'000'000'000'000'000) {
    return fmt::format("{:.3G}", static_cast<double>(count));
  }
  std::string_view letters = "kMBT";
  for (; count >= 1'000'000; count /= 1000) letters.remove_prefix(1);
  return fmt::format("{:.2f}{}", static_cast<double>(count) / 1000.0,
                     letters.front());
}

}  // namespace tfprof
