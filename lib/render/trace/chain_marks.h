// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "view/timeline/trace_timeline.h"

namespace tfprof {

// Why records of a step are on its chains, in a byte for each record.
class ChainMarks {
 public:
  explicit ChainMarks(const TracedStep& step);

  // Empty if it is on none.
  std::string_view Of(uint32_t record) const {
    return word_.empty() ? "" : words_[word_[record]];
  }

 private:
  std::vector<uint8_t> word_;  // by record, a row of words_; none if no chains
  std::vector<std::string_view> words_ = {""};
};

}  // namespace tfprof
