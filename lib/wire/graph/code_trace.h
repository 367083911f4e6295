// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/interner.h"
#include "model/dump_sink.h"

namespace tfprof {

// Decodes CodeDef messages and hands their stacks to a sink. Most nodes of a
// graph are made by few lines of code, so equal bytes are decoded once.
class CodeTraces {
 public:
  explicit CodeTraces(DumpSink& sink) : sink_(sink) {}

  // The stack of a CodeDef. `bytes` must stay where they are as long as this
  // object lives: they are remembered, not copied.
  StackId Stack(std::string_view bytes);

  // The same for bytes that are gone after the call.
  StackId Decode(std::string_view bytes);

 private:
  struct Known {
    std::string_view bytes;
    StackId stack;

    bool operator==(const Known& other) const { return bytes == other.bytes; }

    size_t Hash() const { return TextHash()(bytes); }
  };

  DumpSink& sink_;
  Interner<Known> known_;
  std::vector<FrameRecord> frames_;
};

// The parts of a CodeDef field. A message that occurs more than once is one in
// parts: its serialized parts in a row are the whole.
class CodeParts {
 public:
  void Clear() {
    count_ = 0;
    joined_.clear();
  }

  void Add(std::string_view part);

  // The stack, or an invalid id when there was no part.
  StackId Stack(CodeTraces& traces) const;

 private:
  size_t count_ = 0;
  std::string_view only_;
  std::string joined_;
};

// An entry {1: key, 2: text} of a map<int64, string> goes to `sink`.
void ReadStringEntry(std::string_view bytes, DumpSink& sink);

}  // namespace tfprof
