// SPDX-License-Identifier: Apache-2.0
// Messages are read back by field numbers: no class of this project knows them.
#include "render/proto/result_proto.h"

#include <map>
#include <string>
#include <vector>

#include <protozero/pbf_reader.hpp>

#include "support/catch.h"
#include "support/rendered.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

// Numbers and texts of a message by field, in order.
struct Message {
  explicit Message(const std::string& bytes) {
    protozero::pbf_reader reader(bytes.data(), bytes.size());
    while (reader.next()) {
      const uint32_t field = reader.tag();
      if (reader.wire_type() == protozero::pbf_wire_type::varint) {
        numbers[field] = reader.get_int64();
      } else {
        texts[field].push_back(reader.get_string());
      }
    }
  }

  Message Child(uint32_t field, size_t i = 0) const {
    return Message(texts.at(field).at(i));
  }

  std::map<uint32_t, int64_t> numbers;
  std::map<uint32_t, std::vector<std::string>> texts;
};

}  // namespace

TEST_CASE("rows of scope are messages inside each other") {
  const WholeView view(
      "a MatMul flops=7 step=1:5:0:0\na/x Op step=1:100:0:64\n", "scope");
  const Message root(RenderedBlock(RenderResultProto, view.tree));
  CHECK(root.texts.at(1)[0] == "_TFProfRoot");
  // The root has totals only.
  CHECK_FALSE(root.numbers.contains(2));
  CHECK(root.numbers.at(6) == 105);
  const Message a = root.Child(12);
  CHECK(a.texts.at(1)[0] == "a");
  CHECK(a.numbers.at(2) == 5);
  CHECK(a.numbers.at(6) == 105);
  CHECK(a.numbers.at(13) == 7);
  CHECK(a.numbers.at(14) == 7);
  const Message x = a.Child(12);
  CHECK(x.numbers.at(2) == 100);
  CHECK(x.numbers.at(3) == 64);
  CHECK(x.numbers.at(18) == 100);
  CHECK(x.numbers.at(21) == 1);
  CHECK(x.numbers.at(23) == 1);
  CHECK_FALSE(x.texts.contains(12));
}

TEST_CASE("rows of op have their graph nodes") {
  const WholeView view("a MatMul step=1:5:0:0\nb MatMul step=1:7:0:0\n", "op");
  const Message root(RenderedBlock(RenderResultProto, view.tree));
  Message row = root.Child(11);
  while (row.texts.at(1)[0] != "MatMul") row = row.Child(11);
  CHECK(row.numbers.at(2) == 12);
  REQUIRE(row.texts.at(10).size() == 2);
  const Message b = row.Child(10, 1);
  CHECK(b.texts.at(1)[0] == "b");
  CHECK(b.numbers.at(2) == 7);
  CHECK(b.numbers.at(6) == 7);
}

TEST_CASE("inputs have their positions and shapes, unknown ones say so") {
  const WholeView view("a Op shape=2x3\nb Op\nc Add in=a,b\n", "scope");
  const Message root(RenderedBlock(RenderResultProto, view.tree));
  const Message c = root.Child(12, 2);
  REQUIRE(c.texts.at(1)[0] == "c");
  REQUIRE(c.texts.at(16).size() == 2);
  const Message first = c.Child(16, 0);
  CHECK_FALSE(first.numbers.contains(1));  // position 0
  CHECK(first.Child(2).Child(2, 0).numbers.at(1) == 2);
  CHECK(first.Child(2).Child(2, 1).numbers.at(1) == 3);
  CHECK(c.Child(16, 1).numbers.at(1) == 1);
}

TEST_CASE("advice is a map from checkers to what they say") {
  Advice advice;
  advice.entries = {{"OneChecker", {{"first", true}, {"second", false}}},
                    {"Silent", {}}};
  const Message message(RenderedBlock(RenderResultProto, advice));
  REQUIRE(message.texts.at(1).size() == 2);
  CHECK(message.Child(1, 0).texts.at(1)[0] == "OneChecker");
  CHECK(message.Child(1, 0).Child(2).texts.at(2) ==
        std::vector<std::string>{"first", "second"});
  CHECK(message.Child(1, 1).texts.at(1)[0] == "Silent");
}

}  // namespace tfprof
