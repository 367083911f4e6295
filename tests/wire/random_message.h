// SPDX-License-Identifier: Apache-2.0
// Random messages of any type, and random serialized forms of them that mean
// the same: fields in any order, repeated numbers packed or not, fields nobody
// knows in between.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <google/protobuf/message.h>

namespace tfprof {

class RandomMessages {
 public:
  explicit RandomMessages(uint64_t seed) : random_(seed) {}

  // Sets about half of the fields of `message`, nested ones too.
  void Fill(google::protobuf::Message& message) { Fill(message, 0); }

  // Sets or adds to one field.
  void SetField(google::protobuf::Message& message,
                const google::protobuf::FieldDescriptor& field) {
    SetField(message, field, 3);
  }

  // `message` serialized in an unusual but valid way.
  std::string Serialize(const google::protobuf::Message& message);

  // A number from 0 to `most`.
  uint64_t UpTo(uint64_t most) { return random_() % (most + 1); }

 private:
  void Fill(google::protobuf::Message& message, int depth);
  void SetField(google::protobuf::Message& message,
                const google::protobuf::FieldDescriptor& field, int depth);
  std::string Disguise(const google::protobuf::Descriptor& type,
                       const std::string& bytes);
  int64_t Number();
  std::string Text();

  std::mt19937_64 random_;  // the same numbers everywhere
};

}  // namespace tfprof
