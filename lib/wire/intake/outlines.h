// SPDX-License-Identifier: Apache-2.0
// The outlines of messages by which binary files are recognized. Only for
// recognise.cc.
#pragma once

#include <cstdint>
#include <span>

namespace tfprof::outline {

enum class Content : uint8_t {
  kNumber,      // a varint
  kNumbers,     // varints, packed or not
  kName,        // a plausible name: UTF-8 without control characters
  kAny,         // bytes that are not checked
  kAnyMessage,  // a message whose fields are not compared
  kMessage,
};

struct Message;

struct Field {
  uint32_t number;
  Content content;
  const Message* message = nullptr;
  bool is_expected = false;  // every writer writes it
  bool is_required = false;  // its absence rules out the message
  bool is_single = false;    // no writer writes it twice
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
extern const Message kHloModuleProto;
extern const Message kProfilerTrace;
extern const Message kOpList;

}  // namespace tfprof::outline
