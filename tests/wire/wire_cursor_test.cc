// SPDX-License-Identifier: Apache-2.0
#include "wire/wire_cursor.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

// Skips over all fields and returns their numbers and types.
std::vector<uint32_t> Fields(std::string_view bytes) {
  std::vector<uint32_t> fields;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    fields.push_back(cursor.field());
    cursor.Skip();
  }
  return fields;
}

}  // namespace

TEST_CASE("fields of every wire type are skipped") {
  const std::string bytes(
      "\x08\x96\x01"              // 1: varint 150
      "\x11\1\2\3\4\5\6\7\x08"    // 2: fixed64
      "\x1a\x02hi"                // 3: bytes
      "\x23\x08\x01\x2b\x2c\x24"  // 4: a group with a group 5 inside
      "\x35\1\2\3\4",             // 6: fixed32
      27);
  CHECK(Fields(bytes) ==
        std::vector<uint32_t>{Varint(1), Fixed64(2), Len(3), 35, Fixed32(6)});
}

TEST_CASE("damage is thrown as one of protozero's exceptions") {
  CHECK_THROWS_AS(Fields("\x08"), protozero::end_of_buffer_exception);
  CHECK_THROWS_AS(Fields("\x1a\x05hi"), protozero::end_of_buffer_exception);
  CHECK_THROWS_AS(Fields("\x11\x01"), protozero::end_of_buffer_exception);
  CHECK_THROWS_AS(Fields("\x23\x08\x01"), protozero::end_of_buffer_exception);
  CHECK_THROWS_AS(Fields("\x02"), protozero::invalid_tag_exception);
  CHECK_THROWS_AS(Fields("\x24"), protozero::unknown_pbf_wire_type_exception);
  CHECK_THROWS_AS(Fields("\x0f"), protozero::unknown_pbf_wire_type_exception);
  CHECK_THROWS_AS(Fields("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
                  protozero::varint_too_long_exception);
  CHECK_THROWS_AS(Fields(std::string(200, '\x23')),
                  protozero::invalid_tag_exception);
}

TEST_CASE("a length is never cut to 32 bits") {
  // 2^32 + 1, of which the low half would be an honest 1.
  CHECK_THROWS_AS(Fields("\x1a\x81\x80\x80\x80\x10x"),
                  protozero::end_of_buffer_exception);
}

TEST_CASE("numbers are cut to their type as protobuf does") {
  WireCursor cursor("\x08\x81\x80\x80\x80\x10");
  REQUIRE(cursor.Next());
  CHECK(cursor.Int32() == 1);
}

TEST_CASE("a view of a file that is cut short ends with the file") {
  WireCursor cursor("\x1a\x05hi");
  REQUIRE(cursor.Next());
  CHECK(cursor.ClippedView() == "hi");
  CHECK_FALSE(cursor.Next());
}

TEST_CASE("fields are counted up to where a message is damaged") {
  CHECK(CountOf(Len(3), "\x1a\x02hi\x08\x01\x1a\x01x\x18\x02") == 2);
  CHECK(CountOf(Len(3), "\x1a\x02hi\x1a\x05x") == 1);
  CHECK(CountOf(Len(3), "") == 0);
}

TEST_CASE("packed numbers are read one by one") {
  std::vector<int64_t> numbers;
  ForEachPacked("\x01\x96\x01",
                [&](int64_t number) { numbers.push_back(number); });
  CHECK(numbers == std::vector<int64_t>{1, 150});
  CHECK_THROWS_AS(ForEachPacked("\x96", [](int64_t) {}),
                  protozero::end_of_buffer_exception);
}

}  // namespace tfprof
