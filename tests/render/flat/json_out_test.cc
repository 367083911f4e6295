// SPDX-License-Identifier: Apache-2.0
#include "render/flat/json_out.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string Written(const std::function<void(JsonOut&)>& write) {
  StringWriter out;
  JsonOut json(out);
  write(json);
  REQUIRE(json.Flush());
  return out.text();
}

}  // namespace

TEST_CASE("what is no finite number is null") {
  CHECK(Written([](JsonOut& json) {
          json.StartArray();
          json.Double(0.5);
          json.Double(std::nan(""));
          json.Double(std::numeric_limits<double>::infinity());
          json.EndArray();
        }) == "[0.5,null,null]");
}

TEST_CASE("a cell is written as what it holds") {
  CHECK(Written([](JsonOut& json) {
          json.StartArray();
          for (const Cell& cell :
               {Cell(), Cell(std::string("a")),
                Cell(BorrowedText{"b", "c"}), Cell(int64_t{-7}),
                Cell(1.25), Cell(true)}) {
            json.Value(cell);
          }
          json.EndArray();
        }) == "[null,\"a\",\"bc\",-7,1.25,true]");
}

TEST_CASE("texts and keys are quoted, and UTF-8 whatever they are") {
  CHECK(Written([](JsonOut& json) {
          json.StartObject();
          json.Text("a\"b", "line\nbreak\x01");
          json.Text("k\xff", "\xffx");
          json.EndObject();
        }) == "{\"a\\\"b\":\"line\\nbreak\\u0001\",\"k\xEF\xBF\xBD\":\"\xEF\xBF"
              "\xBDx\"}");
}

TEST_CASE("a text holds bytes that are 0") {
  CHECK(Written([](JsonOut& json) {
          json.String(std::string_view("a\0b", 3));
        }) == "\"a\\u0000b\"");
}

TEST_CASE("values follow each other on lines of their own") {
  CHECK(Written([](JsonOut& json) {
          json.StartObject();
          json.Whole("n", INT64_MIN);
          json.EndObject();
          json.EndValue();
          json.StartObject();
          json.Strings("texts", {"a", "b"});
          json.Integers("none", {});
          json.EndObject();
          json.EndValue();
        }) == "{\"n\":-9223372036854775808}\n{\"texts\":[\"a\",\"b\"],"
              "\"none\":[]}\n");
}

}  // namespace tfprof
