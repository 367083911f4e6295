// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/shared_strings.h"
#include "base/varints.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Steps to be drawn. There may be very many small ones, whose lists take far
// more memory than their content, so small steps are packed.
class TracedSteps {
 public:
  void Add(TracedStep step);

  size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

  // The number of the trace's step.
  int64_t NumberOf(size_t row) const { return rows_[row].number; }
  size_t RecordsOf(size_t row) const { return rows_[row].records; }

  // `made` is storage for a step that has to be unpacked. Texts live as long as
  // this.
  const TracedStep& At(size_t row, TracedStep& made) const;

  // Frees the lookup tables of texts.
  void Freeze();

 private:
  struct Row {
    int64_t number = 0;
    uint32_t records = 0;
    bool is_packed = false;
    size_t at = 0;  // in packed_, or a row of kept_
  };

  bool CanPack(const TracedStep& step) const;
  void Pack(const TracedStep& step);

  std::vector<Row> rows_;
  std::deque<TracedStep> kept_;
  Varints packed_;
  std::optional<SharedStrings> strings_;  // of all packed steps
};

}  // namespace tfprof
