// SPDX-License-Identifier: Apache-2.0
// The summary of a verdict for people who know no statistics.
#pragma once

#include "analysis/gate/gate.h"
#include "report/verdict.h"

namespace tfprof {

// `result.verdict` is final but for its summary.
Verdict::Summary SummaryOf(const GateInput& input, const GateOptions& options,
                           const GateResult& result);

}  // namespace tfprof
