// SPDX-License-Identifier: Apache-2.0
#include "wire/varint.h"

#include <optional>
#include <random>
#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

struct Taken {
  uint64_t value = 0;
  size_t size = 0;
  std::string_view damage;

  bool operator==(const Taken&) const = default;
};

template <typename Take>
Taken Try(const std::string& bytes, Take take) {
  const char* at = bytes.data();
  Taken taken;
  try {
    taken.value = take(at, at + bytes.size());
    taken.size = static_cast<size_t>(at - bytes.data());
  } catch (const protozero::end_of_buffer_exception&) {
    taken.damage = "end";
  } catch (const protozero::varint_too_long_exception&) {
    taken.damage = "too long";
  }
  return taken;
}

}  // namespace

TEST_CASE("numbers are what protozero says, damaged ones too") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    // Bytes of which most have a continuation bit.
    std::string bytes(random() % 24, '\0');
    for (char& byte : bytes) {
      byte = static_cast<char>(random() % 5 == 0 ? random() & 127
                                                 : random() | 128);
    }
    const Taken expected =
        Try(bytes, [](const char*& at, const char* end) {
          return protozero::decode_varint(&at, end);
        });
    const Taken taken = Try(bytes, TakeVarint);
    INFO(i);
    REQUIRE(taken == expected);
  }
}

}  // namespace tfprof
