// SPDX-License-Identifier: Apache-2.0
#include "report/verdict.h"

#include "report/advice.h"

namespace tfprof {

std::string_view WordsOf(Verdict::Status status) {
  switch (status) {
    case Verdict::Status::kPass:
      return "pass";
    case Verdict::Status::kInconclusive:
      return "inconclusive";
    case Verdict::Status::kNotComparable:
      return "not comparable";
    case Verdict::Status::kRegression:
      return "regression";
  }
  return "";
}

Verdict VerdictOf(const Advice& advice) {
  Verdict verdict;
  verdict.tool = "advise";
  verdict.reason = "nothing to mend was found";
  for (const Advice::Entry& entry : advice.entries) {
    for (const Advice::Statement& statement : entry.statements) {
      const auto status = statement.is_finding ? Verdict::Status::kRegression
                                               : Verdict::Status::kPass;
      verdict.checks.push_back(
          {std::string(entry.checker), "", status, statement.text, "", 0});
      if (statement.is_finding && verdict.status == Verdict::Status::kPass) {
        verdict.status = status;
        verdict.reason = statement.text;
      }
    }
    if (entry.statements.empty()) {
      verdict.checks.push_back({std::string(entry.checker), "",
                                Verdict::Status::kPass, "nothing found", "",
                                0});
    }
  }
  return verdict;
}

}  // namespace tfprof
