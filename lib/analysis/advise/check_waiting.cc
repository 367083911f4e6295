// SPDX-License-Identifier: Apache-2.0
// What the devices of a recording wait for, also in collectives, and programs
// that compile again.
#include <utility>

#include "analysis/advise/checker.h"
#include "analysis/waiting/collective_finding.h"
#include "analysis/waiting/compile_finding.h"
#include "analysis/waiting/idle_finding.h"

namespace tfprof {

Statements CheckWaiting(const CheckerInput& input, Diagnostics&) {
  Statements statements;
  if (input.waiting == nullptr) return statements;
  IdleOfDevices idle_time(*input.waiting);
  if (auto idle = FindIdleFinding(idle_time)) {
    statements.push_back(
        {std::move(idle->text) + "; tfprof steps --show=waits tells more",
         true});
  }
  if (auto collective = FindCollectiveFinding(*input.waiting)) {
    statements.push_back({std::move(collective->text) +
                              "; tfprof steps --show=collectives tells more",
                          true});
  }
  for (CompileFinding& finding : FindCompileFindings(*input.waiting)) {
    statements.push_back({std::move(finding.text), true});
  }
  return statements;
}

}  // namespace tfprof
