// SPDX-License-Identifier: Apache-2.0
#include "report/verdict.h"

#include <map>

#include "report/advice.h"

namespace tfprof {

std::string_view WordsOf(Verdict::Status status) {
  switch (status) {
    case Verdict::Status::kPass:
      return "pass";
    case Verdict::Status::kImprovement:
      return "improvement";
    case Verdict::Status::kInconclusive:
      return "inconclusive";
    case Verdict::Status::kNotComparable:
      return "not comparable";
    case Verdict::Status::kOverBudget:
      return "over budget";
    case Verdict::Status::kRegression:
      return "regression";
    case Verdict::Status::kError:
      return "error";
  }
  return "";
}

bool IsFailure(Verdict::Status status) {
  return status == Verdict::Status::kRegression ||
         status == Verdict::Status::kOverBudget;
}

bool IsUndecided(Verdict::Status status) {
  return status == Verdict::Status::kInconclusive ||
         status == Verdict::Status::kNotComparable ||
         status == Verdict::Status::kError;
}

ShortChecks ShortenChecks(const Verdict& verdict) {
  constexpr size_t kMostOfARule = 10;
  ShortChecks result;
  std::map<std::string, size_t> of_rule;
  for (const Verdict::Check& check : verdict.checks) {
    const bool is_bad = IsFailure(check.status) || IsUndecided(check.status);
    // All limits of a file are one kind of rule: "budget.toml:3".
    const std::string kind = check.rule.substr(0, check.rule.rfind(':'));
    if (!is_bad || ++of_rule[kind] <= kMostOfARule) {
      result.checks.push_back(check);
    }
  }
  for (const auto& [rule, count] : of_rule) {
    if (count > kMostOfARule) {
      result.left_out.emplace_back(rule, count - kMostOfARule);
    }
  }
  return result;
}

Verdict VerdictOfError(std::string tool, const std::string& message) {
  Verdict verdict;
  verdict.tool = std::move(tool);
  verdict.status = Verdict::Status::kError;
  verdict.reason = message;
  verdict.checks.push_back({"input", "", verdict.status, message, "", 0});
  verdict.summary.sentence = message;
  return verdict;
}

Verdict VerdictOf(const Advice& advice) {
  Verdict verdict;
  verdict.tool = "advise";
  verdict.reason = "no problem was found";
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
