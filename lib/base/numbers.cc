// SPDX-License-Identifier: Apache-2.0
#include "base/numbers.h"

#include <string_view>

#include <fmt/format.h>

namespace tfprof {

namespace {

void AppendScaled(std::string& out, int64_t value, double unit,
                  std::string_view suffix) {
  out += fmt::format("{:.2f}{}", static_cast<double>(value) / unit, suffix);
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
    AppendScaled(out, count, 1e3, "k");
  } else if (count < 1'000'000'000) {
    AppendScaled(out, count, 1e6, "m");
  } else {
    AppendScaled(out, count, 1e9, "b");
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
    AppendScaled(out, micros, 1e3, "ms");
  } else {
    AppendScaled(out, micros, 1e6, "sec");
  }
}

void AppendBytes(std::string& out, int64_t bytes) {
  if (bytes < 1000) {
    AppendInt(out, bytes);
    out += "B";
  } else if (bytes < 1'000'000) {
    AppendScaled(out, bytes, 1e3, "KB");
  } else {
    AppendScaled(out, bytes, 1e6, "MB");
  }
}

}  // namespace tfprof
