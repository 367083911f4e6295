// SPDX-License-Identifier: Apache-2.0
// What a gate found, in sentences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/gate/gate.h"

namespace tfprof {

inline constexpr std::string_view kConfounded =
    "all runs of one side were made before all of the other, so a drift of "
    "the machine cannot be told from a change";

// "peak memory of cpu"
std::string NameOf(const StepTest& test);

// "the step takes 92.0 ms, was 20.1 ms (4.58 times, 95% interval 4.49 to 4.66,
// p = 0.0079)"
std::string WordsOf(const StepTest& test, double alpha);

// "the least slowdown that they find in 80 of 100 cases is 1.4%"
std::string WordsOfPower(const GatePower& power, const GateOptions& options,
                         const GateInput& input, double alpha);

// What busy, idle and the sum of the operations say of a change. A sum that
// differs by less than the floors is as before.
std::vector<std::string> ExplainSteps(const std::vector<StepTest>& tests,
                                      const Floors& floors);

// Which nodes the critical path grew or shrank by, if the length changed and
// the paths of all runs are known.
std::vector<std::string> ExplainPath(const GateInput& input,
                                     const std::vector<StepTest>& tests);

// Whether all runs of one side were made before all of the other.
bool IsConfounded(const GateInput& input);

// What to do or to mind: drift, unequal spreads, what is not proven.
std::vector<std::string> AdviceOn(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const GateResult& result);

}  // namespace tfprof
