// SPDX-License-Identifier: Apache-2.0
#include "fuzz/repeat.h"

#include <algorithm>
#include <random>

#include "wire/append_field.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

constexpr size_t kMostTimes = 10'000;
constexpr size_t kMostBytes = 50'000;

// The fields of the outermost message; 0 if the bytes are not a message.
size_t CountFields(std::string_view bytes) {
  size_t count = 0;
  try {
    WireCursor cursor(bytes);
    for (; cursor.Next(); ++count) cursor.Skip();
  } catch (const protozero::exception&) {
    return 0;
  }
  return count;
}

std::string Repeat(std::string_view message, std::mt19937_64& random) {
  const size_t count = CountFields(message);
  if (count == 0) return std::string(message);
  size_t before = random() % count;
  return ChangedMessage(message, [&](WireCursor& cursor, std::string& out) {
    if (before-- != 0) return false;
    const char* const begin = cursor.field_at();
    const uint32_t field = cursor.field();
    const std::string_view value =
        field % 8 == 2 ? cursor.View() : (cursor.Skip(), std::string_view());
    if (random() % 3 != 0 && CountFields(value) > 0) {
      AppendField(out, field / 8, Repeat(value, random));
      return true;
    }
    const std::string_view record(begin, cursor.at());
    const size_t most = std::min(kMostTimes, kMostBytes / record.size());
    for (size_t times = random() % (most + 1) + 1; times > 0; --times) {
      out += record;
    }
    return true;
  });
}

}  // namespace

std::string RepeatRecord(std::string_view message, uint64_t seed) {
  std::mt19937_64 random(seed);
  return Repeat(message, random);
}

}  // namespace tfprof
