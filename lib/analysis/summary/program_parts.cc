// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/program_parts.h"

namespace tfprof {

ProgramsOfSteps FindPrograms(const std::shared_ptr<const Capture>& capture,
                             const std::vector<uint32_t>& steps) {
  ProgramsOfSteps programs{FindInstructions(capture, steps, {}), {}};
  programs.findings =
      FindProgramFindings(programs.instructions, FindKernels(capture, steps),
                          PlanOf(ProgramsOf(*capture)));
  return programs;
}

}  // namespace tfprof
