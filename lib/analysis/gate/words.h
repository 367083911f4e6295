// SPDX-License-Identifier: Apache-2.0
// The results of a gate in sentences.
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

// "the peak of the memory of cpu is"
std::string SubjectOf(const StepTest& test);

// "the step takes 92.0 ms, was 20.1 ms (4.58 times, 95% interval 4.49 to 4.66,
// p = 0.0079)"
std::string WordsOf(const StepTest& test, double alpha);

// "; most in jit_f: 4.10KB before, 8.19KB now" of a measure of programs that
// changed; else empty.
std::string WordsOfProgram(const GateInput& input, const StepTest& test);

// "memory: no match for mklcpu of the candidate"
std::string WordsOf(const LoneMeasure& lone);

// "the least slowdown that they find in 80 of 100 cases is 1.4%"
std::string WordsOfPower(const GatePower& power, const GateOptions& options,
                         const GateInput& input, double alpha);

// Explanations by changes of busy time, idle time and the sum of operations. A
// sum that changed by less than the floors counts as unchanged.
std::vector<std::string> ExplainSteps(const std::vector<StepTest>& tests,
                                      const Floors& floors);

// The nodes that changed most on the critical path, if the length changed and
// all runs have a path.
std::vector<std::string> ExplainPath(const GateInput& input,
                                     const std::vector<StepTest>& tests);

// True if all runs of one side were made before all runs of the other.
bool IsConfounded(const GateInput& input);

// Advice and warnings: drift, unequal spreads, what is not proven.
std::vector<std::string> AdviceOn(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const GateResult& result);

}  // namespace tfprof
