// SPDX-License-Identifier: Apache-2.0
#include "base/numbers.h"

#include <string_view>

#include <fmt/format.h>

namespace tfprof {

namespace {

// `value`, which is positive, in units, with two decimals.
void AppendScaled(std::string& out, int64_t value, int64_t unit,
                  std::string_view suffix) {
  constexpr int64_t kExact = int64_t{1} << 50;
  const int64_t rest = value % (unit / 100);
  if (value > kExact || 2 * rest == unit / 100) {
    // tfprof: which way a half is rounded depends on the nearest double.
    out += fmt::format("{:.2f}",
                       static_cast<double>(value) / static_cast<double>(unit));
  } else {
    const int64_t hundredths =
        value / (unit / 100) + (2 * rest > unit / 100 ? 1 : 0);
    AppendInt(out, hundredths / 100);
    out += '.';
    out += static_cast<char>('0' + hundredths / 10 % 10);
    out += static_cast<char>('0' + hundredths % 10);
  }
  out += suffix;
}

}  // namespace

void AppendInt(std::string& out, int64_t value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

void AppendCount(std::string& out, int64_t count) {
  if (count < 1000) {
    AppendInt(out, count);
  } else if (count < 1'000'000) {
    AppendScaled(out, count, 1000, "k");
  } else if (count < 1'000'000'000) {
    AppendScaled(out, count, 1'000'000, "m");
  } else {
    AppendScaled(out, count, 1'000'000'000, "b");
  }
}

std::string HumanCount(int64_t count) {
  if (count < 0) {
    // The least number has no positive.
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

void AppendTime(std::string& out, int64_t micros) {
  if (micros < 1000) {
    AppendInt(out, micros);
    out += "us";
  } else if (micros < 1'000'000) {
    AppendScaled(out, micros, 1000, "ms");
  } else {
    AppendScaled(out, micros, 1'000'000, "sec");
  }
}

void AppendBytes(std::string& out, int64_t bytes) {
  if (bytes < 1000) {
    AppendInt(out, bytes);
    out += "B";
  } else if (bytes < 1'000'000) {
    AppendScaled(out, bytes, 1000, "KB");
  } else {
    AppendScaled(out, bytes, 1'000'000, "MB");
  }
}

}  // namespace tfprof
