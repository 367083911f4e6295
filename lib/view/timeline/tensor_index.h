// SPDX-License-Identifier: Apache-2.0
// Finds tensors of a step by name without storing names: NAME is the first
// output of the record NAME; NAME:1 is its second output, or the first output
// of a record with that name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "base/strings.h"
#include "base/table_index.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

class TensorIndex {
 public:
  static constexpr uint32_t kNone = TableIndex::kNone;

  // Borrows `timeline`.
  explicit TensorIndex(const TraceTimeline& timeline) : t_(timeline) {}

  // The first tensor with the name of tensor `row`; adds `row` if there is
  // none.
  uint32_t FindOrAdd(uint32_t row);

  // Returns kNone if there is none.
  uint32_t Find(std::string_view name) const;

 private:
  struct Name {
    std::string_view record;
    uint32_t output = 0;

    bool operator==(const Name& other) const {
      return output == other.output && IsSameText(record, other.record);
    }
  };

  static Name Split(std::string_view text);
  Name NameOf(const TraceTimeline::Tensor& tensor) const;

  const TraceTimeline& t_;
  TableIndex rows_;
  // The name of the last record, since a name may be long and have many
  // outputs.
  std::string_view last_;
  size_t last_hash_ = TextHash()(last_);
};

}  // namespace tfprof
