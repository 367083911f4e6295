// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/natural_order.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/strings.h"

namespace tfprof {

namespace {

// The leading run of digits.
std::string_view Digits(std::string_view text) {
  return text.substr(
      0,
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), IsDigit) -
                          text.begin()));
}

std::string_view WithoutLeadingZeros(std::string_view digits) {
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  return digits.substr(first);
}

// True for a pipe in a shell's command line, such as "/dev/fd/63", whose number
// has no meaning.
bool IsDescriptor(std::string_view path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/proc/");
}

std::optional<int64_t> LastNumber(std::string_view name) {
  const auto last = std::find_if(name.rbegin(), name.rend(), IsDigit);
  const auto first = std::find_if_not(last, name.rend(), IsDigit);
  return ParseInt64(std::string_view(first.base(), last.base()));
}

}  // namespace

bool NaturallyBefore(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    const std::string_view digits_a = Digits(a);
    const std::string_view digits_b = Digits(b);
    if (digits_a.empty() || digits_b.empty()) {
      if (a[0] != b[0]) return a[0] < b[0];
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const std::string_view number_a = WithoutLeadingZeros(digits_a);
    const std::string_view number_b = WithoutLeadingZeros(digits_b);
    if (number_a.size() != number_b.size()) {
      return number_a.size() < number_b.size();
    }
    if (number_a != number_b) return number_a < number_b;
    a.remove_prefix(digits_a.size());
    b.remove_prefix(digits_b.size());
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // equal except for leading zeros
}

std::string_view PlainName(std::string_view path) {
  std::string_view name = AfterLastSlash(path);
  for (const std::string_view suffix : {".gz", ".zst"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  return name;
}

std::vector<int64_t> StepNumbers(const std::vector<std::string>& paths) {
  std::vector<int64_t> numbers;
  std::set<int64_t> distinct;
  for (const std::string& path : paths) {
    if (IsDescriptor(path)) break;
    const std::optional<int64_t> number = LastNumber(PlainName(path));
    if (!number.has_value() || !distinct.insert(*number).second) break;
    numbers.push_back(*number);
  }
  if (numbers.size() < paths.size()) {
    numbers.clear();
    for (size_t i = 0; i < paths.size(); ++i) {
      numbers.push_back(static_cast<int64_t>(i));
    }
  }
  return numbers;
}

}  // namespace tfprof
