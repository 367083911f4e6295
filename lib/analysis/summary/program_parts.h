// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "analysis/programs/program_findings.h"
#include "recorded/capture.h"
#include "report/dump_summary.h"

namespace tfprof {

// The programs of a recording in some steps, rows of Capture::steps.
struct ProgramsOfSteps {
  RecordedInstructions instructions;
  std::vector<ProgramFinding> findings;
};

// REQUIRES: the recordings were read with their programs.
ProgramsOfSteps FindPrograms(const std::shared_ptr<const Capture>& capture,
                             const std::vector<uint32_t>& steps,
                             const GivenWork& work = {});

// Fills the work and adds findings, as means of a step. REQUIRES: the lengths
// of steps are there.
void AddPrograms(const ProgramsOfSteps& programs, DumpSummary& summary);

}  // namespace tfprof
