// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "render/text/text.h"

namespace google::protobuf {
class Descriptor;
class FieldDescriptor;
}  // namespace google::protobuf

namespace tfprof {

// Writes messages in protobuf's text format. Long messages are parsed in
// pieces, since a parsed message takes many times its encoded size.
class MessageText {
 public:
  explicit MessageText(TextOutput& out) : out_(out) {}

  // Writes a message of a compiled `type` under `indent` levels of braces.
  // Invalid UTF-8 is written as \xNN. Fails if the message does not parse.
  Status Write(std::string_view message,
               const google::protobuf::Descriptor& type, int indent);

 private:
  using Field = google::protobuf::FieldDescriptor;
  class Pieces;

  Status WriteMessage(std::string_view message,
                      const google::protobuf::Descriptor& type, int indent);
  Status WriteWhole(std::string_view message,
                    const google::protobuf::Descriptor& type, int indent);
  Status WriteNamed(const Field& field, std::string_view message, int indent);
  Status WriteText(const Field& field, std::string_view text, int indent);
  Status WriteMap(const Field& field, Pieces& pieces);
  Status WriteRepeated(const Field& field, Pieces& pieces);
  Status WriteSingle(const Field& field, Pieces& pieces);

  TextOutput& out_;
};

}  // namespace tfprof
