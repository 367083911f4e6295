// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutate.h"

#include <string>
#include <vector>

#include <google/protobuf/descriptor.h>

#include "wire/random_message.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;

// A message anywhere inside `message`, itself included.
pb::Message& PickInside(pb::Message& message, RandomMessages& random) {
  pb::Message* picked = &message;
  while (random.UpTo(3) > 0) {
    const pb::Reflection& reflection = *picked->GetReflection();
    std::vector<const pb::FieldDescriptor*> set;
    reflection.ListFields(*picked, &set);
    std::erase_if(set, [](const pb::FieldDescriptor* field) {
      return field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE ||
             field->is_map();
    });
    if (set.empty()) break;
    const pb::FieldDescriptor* field = set[random.UpTo(set.size() - 1)];
    if (!field->is_repeated()) {
      picked = reflection.MutableMessage(picked, field);
      continue;
    }
    const auto size =
        static_cast<uint64_t>(reflection.FieldSize(*picked, field));
    picked = reflection.MutableRepeatedMessage(
        picked, field, static_cast<int>(random.UpTo(size - 1)));
  }
  return *picked;
}

void MutateOnce(pb::Message& message, RandomMessages& random) {
  pb::Message& picked = PickInside(message, random);
  const pb::Reflection& reflection = *picked.GetReflection();
  const pb::Descriptor& type = *picked.GetDescriptor();
  if (type.field_count() == 0) return;
  const pb::FieldDescriptor& field = *type.field(static_cast<int>(
      random.UpTo(static_cast<uint64_t>(type.field_count() - 1))));
  const int size =
      field.is_repeated() ? reflection.FieldSize(picked, &field) : 0;
  const bool can_repeat =
      size > 0 && !field.is_map() &&
      field.cpp_type() == pb::FieldDescriptor::CPPTYPE_MESSAGE;
  switch (random.UpTo(4)) {
    case 0:
      reflection.ClearField(&picked, &field);
      break;
    case 1:
      if (size > 1 && !field.is_map()) {
        reflection.SwapElements(&picked, &field, 0, size - 1);
      }
      break;
    case 2:
      if (can_repeat) {
        const std::string copy =
            reflection.GetRepeatedMessage(picked, &field, size - 1)
                .SerializePartialAsString();
        reflection.AddMessage(&picked, &field)->ParsePartialFromString(copy);
      }
      break;
    default:
      random.SetField(picked, field);
  }
}

}  // namespace

std::string MutateMessage(pb::Message& message, std::string_view bytes,
                          uint64_t seed) {
  RandomMessages random(seed);
  if (bytes.empty() || !message.ParsePartialFromArray(
                           bytes.data(), static_cast<int>(bytes.size()))) {
    message.Clear();
    random.Fill(message);
  }
  for (uint64_t times = random.UpTo(3) + 1; times > 0; --times) {
    MutateOnce(message, random);
  }
  return random.UpTo(1) == 0 ? message.SerializePartialAsString()
                             : random.Serialize(message);
}

}  // namespace tfprof
