// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/difference/difference.h"
#include "analysis/difference/difference_terms.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// `difference`, `terms` and `waterfall`; `scaling` if the numbers of devices
// differ.
std::vector<Section> DifferenceSections(const Difference& difference,
                                        const RowFormat& format);

// For people the sum as a sentence for each process, for programs `difference`
// and `terms`; both have `scaling`, too.
std::vector<Section> BriefDifference(const Difference& difference,
                                     const RowFormat& format);

// "was 52.1 ms, now 62.8 ms (+20.5 %): +8.0 exposed all-reduce, +3.1 input
// (train.py:41 load), +0.4 in 31 other rows" of each process.
std::vector<std::string> DifferenceSentences(const Difference& difference,
                                             const DifferenceTerms& terms);

}  // namespace tfprof
