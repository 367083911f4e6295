// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/code_trace.h"

#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Deeper than any interpreter's stack.
constexpr size_t kMostFrames = size_t{1} << 18;

FrameRecord ReadFrame(std::string_view bytes) {
  FrameRecord frame;
  WireCursor trace(bytes);
  while (trace.Next()) {
    switch (trace.field()) {
      case Len(1):
        frame.file = trace.View();
        break;
      case Varint(2):
        frame.line = trace.Int32();
        break;
      case Len(3):
        frame.function = trace.View();
        break;
      case Len(4):
        frame.source = trace.View();
        break;
      case Varint(5):
        frame.function_line = trace.Int32();
        break;
      case Varint(6):
        frame.file_id = trace.Int64();
        break;
      case Varint(7):
        frame.function_id = trace.Int64();
        break;
      case Varint(8):
        frame.source_id = trace.Int64();
        break;
      default:
        trace.Skip();
    }
  }
  return frame;
}

}  // namespace

StackId CodeTraces::Stack(std::string_view bytes) {
  const size_t known = known_.size();
  Known& trace = known_[known_.PlaceOf({.bytes = bytes, .stack = {}})];
  if (known_.size() > known) trace.stack = Decode(bytes);
  return trace.stack;
}

StackId CodeTraces::Decode(std::string_view bytes) {
  frames_.clear();
  WireCursor code(bytes);
  while (code.Next()) {
    if (code.field() == Len(1)) {
      if (frames_.size() == kMostFrames) throw TooManyParts();
      frames_.push_back(ReadFrame(code.View()));
    } else {
      code.Skip();
    }
  }
  return sink_.AddStack(frames_);
}

void CodeParts::Add(std::string_view part) {
  if (++count_ == 1) {
    only_ = part;
    return;
  }
  if (count_ == 2) joined_ = only_;
  joined_ += part;
}

StackId CodeParts::Stack(CodeTraces& traces) const {
  if (count_ == 0) return {};
  return count_ == 1 ? traces.Stack(only_) : traces.Decode(joined_);
}

void ReadStringEntry(std::string_view bytes, DumpSink& sink) {
  int64_t id = 0;
  std::string_view text;
  WireCursor entry(bytes);
  while (entry.Next()) {
    switch (entry.field()) {
      case Varint(1):
        id = entry.Int64();
        break;
      case Len(2):
        text = entry.View();
        break;
      default:
        entry.Skip();
    }
  }
  sink.AddString(id, text);
}

}  // namespace tfprof
