// SPDX-License-Identifier: Apache-2.0
// Terms: the rows of a difference put together by what changed. Terms add up to
// the change of the mean step, as the rows do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/difference/difference.h"

namespace tfprof {

struct DifferenceTerm {
  std::string host;
  // Of its rows; "work" of several, "unmatched", "other".
  std::string term_class;
  std::string name;  // of its row, or the line or scope of several rows
  std::string line;  // may be empty
  // "slower", "faster", "more calls", "fewer calls", "new", "gone", "other
  // kernel", "exposed", "compiled again", "other wait"; empty: no single cause.
  std::string cause;
  double before_ps = 0;  // of the mean steps
  double after_ps = 0;
  uint64_t rows = 0;  // that changed
  bool is_on_both = false;
  bool is_guess = false;  // most of it, on a side

  double change_ps() const { return after_ps - before_ps; }
};

struct DifferenceTerms {
  // By host; the largest change first, "unmatched" and "other" last.
  std::vector<DifferenceTerm> terms;
  // By host: the share of both sides' time in terms with rows on both sides.
  std::vector<double> matched_shares;
};

// Each row belongs to one term. A row on both sides is a term of its own,
// unless its places differ. The remaining rows of work at one place are a term,
// as are idle rows of one reason that are on one side. Work of one side without
// a place is "unmatched"; terms below 1 % of the change together are "other".
DifferenceTerms TermsOf(const Difference& difference);

}  // namespace tfprof
