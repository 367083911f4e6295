// SPDX-License-Identifier: Apache-2.0
// The waste of programs of XLA and of kernels of an XSpace.
#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "analysis/summary/program_parts.h"

namespace tfprof {

Statements CheckPrograms(const CheckerInput& input, Diagnostics&) {
  Statements statements;
  if (input.programs == nullptr) return statements;
  for (const ProgramFinding& finding : input.programs->findings) {
    std::string text = fmt::format("{}: {}", finding.finding, finding.text);
    if (finding.saves_ps) {
      text += fmt::format("; saves at most {:.1f} us", *finding.saves_ps / 1e6);
    }
    statements.push_back({std::move(text), true});
  }
  return statements;
}

}  // namespace tfprof
