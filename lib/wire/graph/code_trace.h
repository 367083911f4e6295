// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/interner.h"
#include "model/dump_sink.h"

namespace tfprof {

// Decodes CodeDef messages and passes their stacks to a sink. Few lines of code
// create most nodes of a graph, so equal bytes are decoded once.
class CodeTraces {
 public:
  explicit CodeTraces(DumpSink& sink) : sink_(sink) {}

  // The stack of a CodeDef. `bytes` must outlive this object, which keeps a
  // view of them.
  StackId Stack(std::string_view bytes);

  // The same for bytes that are only valid during the call.
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

// The parts of a CodeDef field. Several occurrences of a message are merged:
// its concatenated parts are the whole.
class CodeParts {
 public:
  void Clear() {
    count_ = 0;
    joined_.clear();
  }

  void Add(std::string_view part);

  // The stack, or an invalid id if there are no parts.
  StackId Stack(CodeTraces& traces) const;

 private:
  size_t count_ = 0;
  std::string_view only_;
  std::string joined_;
};

// Passes an entry {1: key, 2: text} of a map<int64, string> to `sink`.
void ReadStringEntry(std::string_view bytes, DumpSink& sink);

}  // namespace tfprof
