// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "analysis/summary/program_parts.h"
#include "support/ask_checker.h"

namespace tfprof {

TEST_CASE("what programs waste is a finding with the most it could save") {
  ProgramsOfSteps programs;
  ProgramFinding finding;
  finding.finding = "copy";
  finding.text = "copy.1 moves bytes";
  finding.saves_ps = 2'500'000;
  programs.findings.push_back(finding);
  finding.saves_ps.reset();
  programs.findings.push_back(std::move(finding));
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  CHECK(FindingsOf("ProgramChecker", input, {}).empty());
  input.programs = &programs;
  CHECK(FindingsOf("ProgramChecker", input, {}) ==
        Texts{"found: copy: copy.1 moves bytes; saves at most 2.5 us",
              "found: copy: copy.1 moves bytes"});
}

}  // namespace tfprof
