// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"

namespace tfprof {

// Finds the span that holds a moment, of spans that may overlap. Building takes
// n log n, a question log n.
class SpanIndex {
 public:
  static constexpr uint32_t kNone = Id<void>::kNone;

  struct Span {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;
    uint32_t row = 0;
  };

  // The row to return if several spans contain the moment.
  enum class Prefers : uint8_t { kFirstRow, kLastRow };

  // Selects whether a span contains its end.
  enum class End : uint8_t { kIncluded, kExcluded };

  SpanIndex() = default;
  SpanIndex(std::vector<Span> spans, Prefers prefers, End end);

  // kNone if no span holds `at_ps`.
  uint32_t RowAt(int64_t at_ps) const;

 private:
  // The answer from one edge of a span to the next.
  struct Piece {
    int64_t at_ps = 0;
    uint32_t row_at = kNone;     // at this moment
    uint32_t row_after = kNone;  // from behind it to the next piece
  };

  std::vector<Piece> pieces_;  // in order
};

}  // namespace tfprof
