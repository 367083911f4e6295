// SPDX-License-Identifier: Apache-2.0
// Files in protobuf's text format. They are parsed into generated classes and
// written as binary, so every format has a single decoder.
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

// The depth of the records that a file consists of. Complete records of a
// truncated text are kept.
struct TextShape {
  UnknownFields unknown = UnknownFields::kRefuse;
  int record_depth = 0;
};

// True if the start of `content` has no bytes that occur in binary files only.
bool HasOnlyTextBytes(std::string_view content);

// True if `content` starts like text format: blanks and comments, or a field
// name with a valid successor, in text bytes.
bool IsText(std::string_view content);

// The first word of a text file, or nothing.
std::string_view FirstTextField(std::string_view content);

// Serializes the text of `source`, a message like `type`. Errors name file,
// line and column.
Result<Bytes> TextToBinary(const Source& source, TextShape shape,
                           const google::protobuf::Message& type,
                           Diagnostics& diagnostics);

// Calls `decode(const Source&)` with the source in binary form, converting text
// if necessary. Message is the generated class for the text.
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
