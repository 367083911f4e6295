// SPDX-License-Identifier: Apache-2.0
#include "render/proto/message_text.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <protozero/pbf_writer.hpp>

#include "proto/graph.pb.h"
#include "support/catch.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;
using Field = pb::FieldDescriptor;


// Protobuf's own text of the whole message.
std::string Expected(const std::string& bytes, const pb::Descriptor& type,
                     int indent) {
  const std::unique_ptr<pb::Message> message(
      pb::MessageFactory::generated_factory()->GetPrototype(&type)->New());
  REQUIRE(message->ParseFromString(bytes));
  pb::TextFormat::Printer printer;
  printer.SetInitialIndentLevel(indent);
  std::string text;
  REQUIRE(printer.PrintToString(*message, &text));
  return text;
}

std::string Written(std::string_view bytes, const pb::Descriptor& type,
                    int indent) {
  StringWriter writer;
  TextOutput out(writer);
  MessageText text(out);
  REQUIRE(text.Write(bytes, type, indent));
  REQUIRE(out.Flush());
  return writer.text();
}

// Messages as no program writes them: fields in any order and again and again,
// encoded as other types, and some that the type does not have.
class RandomMessages {
 public:
  std::string Of(const pb::Descriptor& type, size_t size, int depth = 0) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    while (bytes.size() < size) {
      const Field& field = *type.field(static_cast<int>(
          Below(static_cast<size_t>(type.field_count()))));
      const auto number = static_cast<uint32_t>(field.number());
      const size_t left = size - bytes.size();
      if (Below(50) == 0) {
        writer.add_uint64(Below(2) == 0 ? number : 1000, Below(300));
      } else if (field.message_type() != nullptr) {
        const size_t most = Below(20) == 0 ? left : 60;
        writer.add_message(number, depth < 6 ? Of(*field.message_type(),
                                                  Below(most), depth + 1)
                                             : std::string());
      } else if (field.type() == Field::TYPE_STRING ||
                 field.type() == Field::TYPE_BYTES) {
        const size_t length = Below(2000) == 0 ? Below(left + 1) : Below(6);
        std::string text(length, 'x');
        for (char& c : text) c = "ab\n\"'\\\t\x01"[Below(8)];
        writer.add_string(number, text);
      } else if (field.type() == Field::TYPE_FLOAT) {
        const std::vector<float> values(Below(1000) == 0 ? left / 4 : 3, 1.5F);
        writer.add_packed_float(number, values.begin(), values.end());
      } else if (field.type() == Field::TYPE_DOUBLE) {
        writer.add_double(number, 0.25);
      } else if (field.type() == Field::TYPE_FIXED64) {
        const std::vector<uint64_t> values(Below(1000) == 0 ? left / 8 : 3, 7);
        writer.add_packed_fixed64(number, values.begin(), values.end());
      } else if (field.is_repeated() && Below(2) == 0) {
        std::vector<int64_t> values(Below(1000) == 0 ? left : 3);
        for (int64_t& value : values) value = int64_t{1} << Below(31);
        writer.add_packed_int64(number, values.begin(), values.end());
      } else {
        writer.add_uint64(number, Below(3));
      }
    }
    return bytes;
  }

 private:
  size_t Below(size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  std::mt19937 random_{1};
};

}  // namespace

TEST_CASE("long messages are written in pieces as they are in one") {
  RandomMessages random;
  for (const pb::Descriptor* const type :
       {tensorflow::NodeDef::descriptor(), tensorflow::AttrValue::descriptor(),
        tensorflow::FunctionDef::descriptor(),
        tensorflow::TensorProto::descriptor(),
        tensorflow::GraphDef::descriptor()}) {
    for (int round = 0; round < 12; ++round) {
      const std::string bytes = random.Of(*type, 20000 + 40000 * round);
      INFO(type->name() << " of " << bytes.size() << " bytes");
      const std::string expected = Expected(bytes, *type, round % 3);
      const std::string written = Written(bytes, *type, round % 3);
      const bool is_same = written == expected;
      REQUIRE(is_same);
    }
  }
}

TEST_CASE("a long text is written in pieces") {
  tensorflow::TensorProto tensor;
  std::string& content = *tensor.mutable_tensor_content();
  for (int i = 0; i < 300000; ++i) content += static_cast<char>(i * 7);
  const std::string bytes = tensor.SerializeAsString();
  const pb::Descriptor& type = *tensor.GetDescriptor();
  const bool is_same = Written(bytes, type, 2) == Expected(bytes, type, 2);
  CHECK(is_same);
}

TEST_CASE("a long message that does not parse is an error") {
  tensorflow::NodeDef node;
  for (int i = 0; i < 20000; ++i) node.add_input("input");
  std::string bytes = node.SerializeAsString();
  bytes.pop_back();
  StringWriter writer;
  TextOutput out(writer);
  const Status status =
      MessageText(out).Write(bytes, *node.GetDescriptor(), 0);
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::kCorrupt);
}

}  // namespace tfprof
