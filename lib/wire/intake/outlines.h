// SPDX-License-Identifier: Apache-2.0
// The outlines of the messages by which binary files are told apart. Only for
// recognise.cc.
#pragma once

#include <cstdint>
#include <span>

namespace tfprof::outline {

enum class Content : uint8_t {
  kNumber,      // a varint
  kNumbers,     // varints, packed or one by one
  kName,        // a string as names are: UTF-8 without control characters
  kAny,         // bytes that are not looked into
  kAnyMessage,  // a message whose fields are not compared
  kMessage,
};

struct Message;

struct Field {
  uint32_t number;
  Content content;
  const Message* message = nullptr;
  bool is_expected = false;  // every writer of this message writes it
  bool is_required = false;  // without it, it is another message
  bool is_single = false;    // no writer of this message writes it twice
};

struct Message {
  std::span<const Field> fields;
};

extern const Message kGraphDef;
extern const Message kMetaGraphDef;
extern const Message kSavedModel;
extern const Message kRunMetadata;
extern const Message kStepStats;
extern const Message kOpLogProto;
extern const Message kProfileProto;
extern const Message kXSpace;
extern const Message kHloProto;
extern const Message kProfilerTrace;

}  // namespace tfprof::outline
