// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/program_parts.h"

#include <algorithm>
#include <utility>

namespace tfprof {

ProgramsOfSteps FindPrograms(const std::shared_ptr<const Capture>& capture,
                             const std::vector<uint32_t>& steps,
                             const GivenWork& work) {
  ProgramsOfSteps programs{FindInstructions(capture, steps, {}, work), {}};
  programs.findings =
      FindProgramFindings(programs.instructions, FindKernels(capture, steps),
                          PlanOf(ProgramsOf(*capture)));
  return programs;
}

void AddPrograms(const ProgramsOfSteps& programs, DumpSummary& summary) {
  const RecordedInstructions& found = programs.instructions;
  const auto steps = static_cast<double>(std::max<int64_t>(found.steps, 1));
  if (const auto share = found.KnownTimeShare()) {
    DumpSummary::Work work;
    for (const InstructionsOfDevice& device : found.devices) {
      if (!device.float_ops) continue;
      work.float_ops = work.float_ops.value_or(0) +
                       static_cast<double>(*device.float_ops) / steps;
    }
    const bool has_length = summary.step && summary.step->median_ns > 0;
    if (has_length && work.float_ops) {
      work.flops_per_s =
          *work.float_ops * 1e9 / static_cast<double>(summary.step->median_ns);
    }
    work.known_time_share = *share;
    work.recomputed_us =
        static_cast<double>(found.RecomputedPs()) / 1e6 / steps;
    summary.work = work;
  }
  for (const ProgramFinding& finding : programs.findings) {
    DumpSummary::Finding& row = summary.findings.emplace_back();
    row.finding = finding.finding;
    row.text = finding.text;
    row.name = finding.name;
    row.code = finding.code;
    row.program = finding.program;
    if (finding.saves_ps) row.saves_ns = *finding.saves_ps / 1000 / steps;
    row.saves_bytes = finding.saves_bytes;
  }
}

}  // namespace tfprof
