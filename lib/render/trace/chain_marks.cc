// SPDX-License-Identifier: Apache-2.0
#include "render/trace/chain_marks.h"

#include <algorithm>

namespace tfprof {

ChainMarks::ChainMarks(const TracedStep& step) {
  if (!step.chains.empty()) word_.resize(step.trace.size());
  for (const TracedStep::Chain& chain : step.chains) {
    for (size_t i = 0; i < chain.pieces; ++i) {
      const TracedStep::ChainPiece piece = chain.piece(i);
      if (piece.record >= word_.size()) continue;
      const auto known = std::find(words_.begin(), words_.end(), piece.link);
      word_[piece.record] = static_cast<uint8_t>(known - words_.begin());
      if (known == words_.end()) words_.push_back(piece.link);
    }
  }
}

}  // namespace tfprof
