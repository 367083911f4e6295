// SPDX-License-Identifier: Apache-2.0
// The distinct lines of recorded call stacks: a program has few lines, whatever
// the number of stacks through them, and fewer files and functions than lines.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.h"
#include "base/interner.h"
#include "base/once_per_text.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

// An inline text takes precedence over an id.
struct TraceText {
  StringId text;  // invalid if empty
  int64_t id = 0;

  bool operator==(const TraceText&) const = default;

  size_t Hash() const;
};

class RecordedFrames {
 public:
  // A line as rows of texts.
  struct Frame {
    uint32_t file = 0;
    uint32_t function = 0;
    uint32_t source = 0;  // the text of the line
    int32_t line = 0;
    int32_t function_line = 0;

    bool operator==(const Frame&) const = default;

    size_t Hash() const;
  };

  // Texts with stable addresses until these are cleared.
  using LastingTexts = OncePerText<StringId>;

  // Texts go to `strings`. `lasting` may be null. REQUIRES: at most 2^32 - 1
  // distinct ones.
  FrameId Add(const FrameRecord& frame, StringPool& strings,
              LastingTexts* lasting = nullptr);

  // Frees the lookup table; Add must not be called any more.
  void Freeze();

  size_t size() const { return frames_.size(); }

  const Frame& operator[](FrameId id) const { return frames_[id.value]; }

  const TraceText& TextOf(uint32_t row) const { return texts_[row]; }

  // Calls `take(frame)` for each frame, in order of ids.
  template <typename Take>
  void ForEach(Take take) const {
    frames_.ForEach(take);
  }

  // The same, freeing frames piece by piece.
  template <typename Take>
  void Drain(Take take) {
    frames_.Drain(take);
    texts_ = {};
  }

 private:
  uint32_t TextRow(std::string_view text, int64_t id, StringPool& strings,
                   LastingTexts* lasting);

  Interner<Frame> frames_;  // by FrameId
  Interner<TraceText> texts_;
};

}  // namespace tfprof
