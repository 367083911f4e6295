// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/advise/checker.h"
#include "model/profile.h"
#include "model/rules.h"
#include "support/catch.h"

namespace tfprof {

using Texts = std::vector<std::string>;

struct CheckerAnswer {
  Texts texts;
  bool has_findings;
  Texts warnings;
};

// Runs one checker.
inline CheckerAnswer Ask(std::string_view checker, const Profile& profile,
                         std::vector<CheckerSetting> settings = {},
                         const Rules& rules = kReferenceRules) {
  Diagnostics diagnostics;
  const std::string name(checker);
  const auto advice =
      RunCheckers({profile, rules}, {&name, 1}, settings, diagnostics);
  REQUIRE(advice);
  REQUIRE(advice->entries.size() == 1);
  Texts texts;
  for (const auto& statement : advice->entries[0].statements) {
    texts.push_back(statement.text);
  }
  return {texts, advice->HasFindings(), diagnostics.Lines()};
}

// "found: …" of what is to be mended, "said: …" of the rest.
inline Texts FindingsOf(std::string_view checker, const CheckerInput& input,
                        const std::vector<CheckerSetting>& settings) {
  const std::vector<std::string> names = {std::string(checker)};
  Diagnostics diagnostics;
  const Advice advice =
      RunCheckers(input, names, settings, diagnostics).value();
  Texts texts;
  for (const Advice::Statement& statement : advice.entries[0].statements) {
    texts.push_back((statement.is_finding ? "found: " : "said: ") +
                    statement.text);
  }
  return texts;
}

// The same of a checker that looks at one step.
inline Texts FindingsOf(std::string_view checker, const PathOfDump* path,
                        const MemoryOfDump* memory) {
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  input.path = path;
  input.memory = memory;
  return FindingsOf(checker, input, {});
}

}  // namespace tfprof
