// SPDX-License-Identifier: Apache-2.0
#include "wire/random_message.h"

#include <algorithm>
#include <vector>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/unknown_field_set.h>

namespace tfprof {

namespace {

namespace pb = google::protobuf;

constexpr int kMaxDepth = 6;
constexpr int kUnknownNumber = 4000;

bool IsPackedVarint(const pb::FieldDescriptor& field) {
  switch (field.type()) {
    case pb::FieldDescriptor::TYPE_INT32:
    case pb::FieldDescriptor::TYPE_INT64:
    case pb::FieldDescriptor::TYPE_UINT32:
    case pb::FieldDescriptor::TYPE_UINT64:
    case pb::FieldDescriptor::TYPE_BOOL:
    case pb::FieldDescriptor::TYPE_ENUM:
      return field.is_repeated();
    default:
      return false;
  }
}

std::vector<uint64_t> Unpack(const std::string& packed) {
  pb::io::CodedInputStream input(
      reinterpret_cast<const uint8_t*>(packed.data()),
      static_cast<int>(packed.size()));
  std::vector<uint64_t> numbers;
  uint64_t number = 0;
  while (input.ReadVarint64(&number)) numbers.push_back(number);
  return numbers;
}

}  // namespace

int64_t RandomMessages::Number() {
  switch (UpTo(5)) {
    case 0:
      return 0;
    case 1:
      return -1 - static_cast<int64_t>(UpTo(1000));
    case 2:
      return static_cast<int64_t>(random_());
    default:
      return static_cast<int64_t>(UpTo(2000));
  }
}

std::string RandomMessages::Text() {
  static const char* const kWords[] = {
      "",       "shape",      "_output_shapes", "conv/weights",
      "MatMul", "Grüße",      "gpu:0",          "a:b",
      "x",      "_SOURCE",    "/cpu:0",         "ab c",
      "shape",  "loss\nline", "_output_shapes"};
  return kWords[UpTo(std::size(kWords) - 1)];
}

void RandomMessages::SetField(pb::Message& message,
                              const pb::FieldDescriptor& field, int depth) {
  if (field.number() > 1000) return;  // old names of text, in no binary file
  const pb::Reflection& reflection = *message.GetReflection();
  const bool many = field.is_repeated();
  const auto set = [&](auto set_one, auto add_one, auto value) {
    many ? (reflection.*add_one)(&message, &field, value)
         : (reflection.*set_one)(&message, &field, value);
  };
  using R = pb::Reflection;
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_INT32:
      return set(&R::SetInt32, &R::AddInt32, static_cast<int32_t>(Number()));
    case pb::FieldDescriptor::CPPTYPE_INT64:
      return set(&R::SetInt64, &R::AddInt64, Number());
    case pb::FieldDescriptor::CPPTYPE_UINT32:
      return set(&R::SetUInt32, &R::AddUInt32, static_cast<uint32_t>(Number()));
    case pb::FieldDescriptor::CPPTYPE_UINT64:
      return set(&R::SetUInt64, &R::AddUInt64, static_cast<uint64_t>(Number()));
    case pb::FieldDescriptor::CPPTYPE_DOUBLE:
      return set(&R::SetDouble, &R::AddDouble, 0.5);
    case pb::FieldDescriptor::CPPTYPE_FLOAT:
      return set(&R::SetFloat, &R::AddFloat, 0.25F);
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      return set(&R::SetBool, &R::AddBool, UpTo(1) == 1);
    case pb::FieldDescriptor::CPPTYPE_ENUM:
      return set(&R::SetEnumValue, &R::AddEnumValue, 1);
    case pb::FieldDescriptor::CPPTYPE_STRING:
      return set(&R::SetString, &R::AddString, Text());
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      if (depth == kMaxDepth) return;
      return Fill(*(many ? reflection.AddMessage(&message, &field)
                         : reflection.MutableMessage(&message, &field)),
                  depth + 1);
  }
}

void RandomMessages::Fill(pb::Message& message, int depth) {
  const pb::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const pb::FieldDescriptor& field = *type.field(i);
    uint64_t times = UpTo(field.is_repeated() && depth < 4 ? 3 : 1);
    if (type.options().map_entry()) times = 1;
    while (times-- > 0) SetField(message, field, depth);
  }
}

std::string RandomMessages::Serialize(const pb::Message& message) {
  return Disguise(*message.GetDescriptor(), message.SerializeAsString());
}

std::string RandomMessages::Disguise(const pb::Descriptor& type,
                                     const std::string& bytes) {
  pb::UnknownFieldSet fields;
  fields.ParseFromString(bytes);
  // Any order, but fields of one number keep theirs.
  std::vector<std::pair<uint64_t, int>> order;
  const uint64_t salt = random_();
  const bool shuffle = UpTo(2) == 0;
  for (int i = 0; i < fields.field_count(); ++i) {
    const auto number = static_cast<uint64_t>(fields.field(i).number());
    order.emplace_back(shuffle ? number * salt >> 8 : 0, i);
  }
  std::sort(order.begin(), order.end());
  pb::UnknownFieldSet out;
  for (const auto& [key, i] : order) {
    const pb::UnknownField& in = fields.field(i);
    const pb::FieldDescriptor* field = type.FindFieldByNumber(in.number());
    if (UpTo(20) == 0) out.AddVarint(kUnknownNumber, random_());
    if (UpTo(20) == 0) out.AddFixed64(kUnknownNumber + 1, 1);
    if (UpTo(20) == 0) out.AddGroup(kUnknownNumber + 2)->AddVarint(1, 2);
    if (UpTo(20) == 0) out.AddLengthDelimited(kUnknownNumber + 3, "\xff");
    // A known number with a type it never has.
    if (UpTo(20) == 0) out.AddFixed64(in.number(), 3);
    const bool is_bytes = in.type() == pb::UnknownField::TYPE_LENGTH_DELIMITED;
    if (field == nullptr) {
      out.AddField(in);
    } else if (is_bytes && field->message_type() != nullptr) {
      out.AddLengthDelimited(
          in.number(), Disguise(*field->message_type(), in.length_delimited()));
    } else if (is_bytes && IsPackedVarint(*field) && UpTo(1) == 0) {
      for (const uint64_t number : Unpack(in.length_delimited())) {
        out.AddVarint(in.number(), number);
      }
    } else {
      out.AddField(in);
    }
  }
  std::string disguised;
  out.SerializeToString(&disguised);
  return disguised;
}

}  // namespace tfprof
