// SPDX-License-Identifier: Apache-2.0
// Reports as text: the reference's output byte for byte where it has one;
// otherwise headings, notes and tables.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "render/text/text_size.h"
#include "report/report.h"

namespace tfprof {

Status RenderText(const Report& report, const TextSize& size,
                  Diagnostics& diagnostics, Writer& writer);

// The same with tables in place of the reference's texts.
Status RenderTable(const Report& report, const TextSize& size,
                   Diagnostics& diagnostics, Writer& writer);

// Collects text and hands it on in pieces, so that a long report is not held
// in memory.
class TextOutput {
 public:
  explicit TextOutput(Writer& writer) : writer_(writer) {}

  std::string& text() { return text_; }

  // Writes the text if there is enough; to be called regularly.
  Status Drain() { return text_.size() < kPiece ? Status() : Flush(); }

  Status Flush() {
    Status status = writer_.Write(text_);
    text_.clear();
    return status;
  }

 private:
  static constexpr size_t kPiece = size_t{1} << 16;

  Writer& writer_;
  std::string text_;
};

// The text of scope, graph and code.
Status RenderTreeText(const ViewTree& tree, Diagnostics& diagnostics,
                      TextOutput& out);

// The text of op.
Status RenderOpText(const ViewTree& tree, TextOutput& out);

}  // namespace tfprof
