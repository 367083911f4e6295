// SPDX-License-Identifier: Apache-2.0
#include "model/recorded_frames.h"

#include "base/hash.h"

namespace tfprof {

size_t TraceText::Hash() const {
  return IntHash()(IntHash()(text.value) ^ static_cast<uint64_t>(id));
}

size_t RecordedFrames::Frame::Hash() const {
  size_t hash = 0;
  for (const int64_t part :
       {int64_t{file}, int64_t{function}, int64_t{source}, int64_t{line},
        int64_t{function_line}}) {
    hash = IntHash()(hash ^ static_cast<uint64_t>(part));
  }
  return hash;
}

uint32_t RecordedFrames::TextRow(std::string_view text, int64_t id,
                                 StringPool& strings, LastingTexts* lasting) {
  const auto intern = [&](std::string_view t) { return strings.Intern(t); };
  StringId known;
  if (!text.empty()) {
    known = lasting == nullptr ? intern(text) : lasting->Of(text, intern);
  }
  return texts_.PlaceOf({known, id});
}

FrameId RecordedFrames::Add(const FrameRecord& frame, StringPool& strings,
                            LastingTexts* lasting) {
  return FrameId(frames_.PlaceOf(
      {.file = TextRow(frame.file, frame.file_id, strings, lasting),
       .function = TextRow(frame.function, frame.function_id, strings, lasting),
       .source = TextRow(frame.source, frame.source_id, strings, lasting),
       .line = frame.line,
       .function_line = frame.function_line}));
}

void RecordedFrames::Freeze() {
  frames_.Freeze();
  texts_.Freeze();
}

}  // namespace tfprof
