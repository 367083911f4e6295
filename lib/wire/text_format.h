// SPDX-License-Identifier: Apache-2.0
// Files in protobuf's text format. They are parsed into generated classes and
// written as binary, so that every format has one decoder.
#pragma once

#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "wire/intake/format.h"

namespace google::protobuf {
class Message;
}

namespace tfprof {

enum class UnknownFields { kRefuse, kSkip };

// How deep the records lie that make up a file. Of text that is cut short the
// records with their closing brace are kept.
struct TextShape {
  UnknownFields unknown = UnknownFields::kRefuse;
  int record_depth = 0;
};

// Whether the start of `content` has no bytes that only binary files have.
bool HasOnlyTextBytes(std::string_view content);

// Whether `content` reads as text format: blanks and comments, or a field name
// with what must follow one, in text bytes.
bool IsText(std::string_view content);

// The first word of a text file, or nothing.
std::string_view FirstTextField(std::string_view content);

// The text of `source`, of a message like `type`, as serialized bytes. Errors
// name file, line and column.
Result<Bytes> TextToBinary(const Source& source, TextShape shape,
                           const google::protobuf::Message& type,
                           Diagnostics& diagnostics);

// Calls `decode(const Source&)` with the source in binary, whichever form it
// has. Message is the generated class for the text.
template <typename Message, typename Decode>
Status DecodeEitherForm(const Source& source, TextShape shape,
                        Diagnostics& diagnostics, Decode decode) {
  if (!IsText(source.bytes.view())) return decode(source);
  TFPROF_ASSIGN_OR_RETURN(
      const Bytes binary,
      TextToBinary(source, shape, Message::default_instance(), diagnostics));
  return decode(
      Source{source.path, binary, source.step, source.limits, source.graph});
}

}  // namespace tfprof
