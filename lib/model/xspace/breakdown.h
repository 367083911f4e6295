// SPDX-License-Identifier: Apache-2.0
// What the time of a step goes into.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/xspace/span_list.h"
#include "model/xspace/step_part.h"

namespace tfprof {

struct StepParts {
  std::array<int64_t, kStepParts> ps{};
  std::array<bool, kStepParts> was_there{};  // even for no time
};

// Splits `step`: at each moment the part of the highest rank counts, and what
// none covers is unknown. Spans may overlap.
class Breakdown {
 public:
  explicit Breakdown(const SpanList::Span& step) : step_(step) {}

  void Add(StepPart part, const SpanList::Span& span);

  StepParts Finish();

 private:
  struct Edge {
    int64_t at_ps = 0;
    bool is_begin = false;
    StepPart part = StepPart::kUnknown;

    // tfprof: at one time ends come first, and of both the highest rank.
    bool operator<(const Edge& other) const;
  };

  void Pass(const Edge& edge);

  const SpanList::Span step_;
  std::vector<Edge> edges_;
  std::array<int64_t, kStepParts> open_{};
  StepPart now_ = StepPart::kUnknown;
};

}  // namespace tfprof
