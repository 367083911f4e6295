// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/step_chain.h"

#include "base/keyed.h"

namespace tfprof {

namespace {

struct PieceLinkWords {
  PieceLink id;
  std::string_view words;
};

constexpr PieceLinkWords kPieceLinkWords[] = {
    {PieceLink::kRecorded, "recorded"},
    {PieceLink::kGuess, "guess"},
    {PieceLink::kNone, "none"},
};
static_assert(IsKeyedBy(kPieceLinkWords, &PieceLinkWords::id, 3));

}  // namespace

std::string_view WordsOf(PieceLink link) {
  return kPieceLinkWords[static_cast<size_t>(link)].words;
}

}  // namespace tfprof
