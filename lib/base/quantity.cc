// SPDX-License-Identifier: Apache-2.0
#include "base/quantity.h"

#include <charconv>
#include <cmath>
#include <span>

#include "base/strings.h"

namespace tfprof {

namespace {

struct Suffix {
  std::string_view text;
  double factor;
};

// Suffixes with one factor are adjacent, the usual one first.
constexpr Suffix kCounts[] = {{"", 1},    {"k", 1e3}, {"M", 1e6},
                              {"B", 1e9}, {"G", 1e9}, {"T", 1e12}};
constexpr Suffix kTimes[] = {{"ns", 1e-3},  {"us", 1},    {"\xC2\xB5s", 1},
                             {"ms", 1e3},   {"s", 1e6},   {"sec", 1e6},
                             {"min", 60e6}, {"h", 3600e6}};
constexpr Suffix kSizes[] = {{"B", 1},        {"KB", 1e3},  {"K", 1e3},
                             {"KiB", 0x1p10}, {"MB", 1e6},  {"M", 1e6},
                             {"MiB", 0x1p20}, {"GB", 1e9},  {"G", 1e9},
                             {"GiB", 0x1p30}, {"TB", 1e12}, {"T", 1e12},
                             {"TiB", 0x1p40}};

struct UnitWords {
  std::span<const Suffix> suffixes;
  std::string_view example;
};

UnitWords WordsOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return {kTimes, "a time; write 500us, 5ms or 2s"};
    case Unit::kBytes:
      return {kSizes, "a size; write 500B, 5MB or 2GiB"};
    default:
      break;
  }
  return {kCounts, "a number; write 500, 5k or 2M"};
}

}  // namespace

std::string_view NameOf(Unit unit) {
  switch (unit) {
    case Unit::kMicros:
      return "TIME";
    case Unit::kBytes:
      return "SIZE";
    default:
      break;
  }
  return "N";
}

Result<double> ParseReal(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(value)) {
    return Fail(ErrorCode::kInvalidArgument, "'{}' is not a number",
                Printable(text));
  }
  return value;
}

Result<int64_t> ParseQuantity(std::string_view text, Unit unit) {
  if (const auto whole = ParseInt64(text)) return *whole;
  const UnitWords words = WordsOf(unit);
  const Failure wrong = Fail(ErrorCode::kInvalidArgument, "'{}' is not {}",
                             Printable(text), words.example);
  const size_t end = text.find_last_of("0123456789.") + 1;
  const auto number = ParseReal(text.substr(0, end));
  std::string_view suffix = text.substr(end);
  while (suffix.starts_with(' ')) suffix.remove_prefix(1);
  if (!number) return wrong;
  for (const Suffix& known : words.suffixes) {
    if (AsciiLower(known.text) != AsciiLower(suffix)) continue;
    // The binary error of a decimal fraction must not be rounded up.
    constexpr double kTiny = 1e-6;
    const double value = std::ceil(*number * known.factor - kTiny);
    if (std::abs(value) >= 0x1p63) return wrong;
    return static_cast<int64_t>(value);
  }
  return wrong;
}

std::string QuantityText(int64_t value, Unit unit) {
  if (value == 0) return "0";
  const Suffix* best = nullptr;
  for (const Suffix& known : WordsOf(unit).suffixes) {
    const auto factor = static_cast<int64_t>(known.factor);
    if (factor == 0 || value % factor != 0) continue;
    if (best == nullptr || known.factor > best->factor) best = &known;
  }
  return fmt::format("{}{}", value / static_cast<int64_t>(best->factor),
                     best->text);
}

Result<double> ParsePercentage(std::string_view text) {
  const auto number =
      ParseReal(text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0)));
  if (number && text.ends_with('%')) return *number / 100;
  if (number && *number == 0) return 0;
  return Fail(ErrorCode::kInvalidArgument,
              "'{}' is not a percentage; write {}%", Printable(text),
              number ? fmt::format("{}", *number) : "2");
}

}  // namespace tfprof
