// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/table.h"

namespace tfprof {

// What a gate, or a checker, says in the end, and each thing it looked at.
struct Verdict {
  // From the best to the worst for whoever waits for an exit code.
  enum class Status : uint8_t {
    kPass,
    kImprovement,
    kInconclusive,
    kNotComparable,
    kOverBudget,
    kRegression,
  };

  // A rule that was looked at.
  struct Check {
    std::string rule;     // "time", "params", "budget.toml:3"
    std::string subject;  // the row or node it is about; may be empty
    Status status = Status::kPass;
    std::string message;
    // The line of code that made what is at fault; 0 if it is not known.
    std::string file;
    int64_t line = 0;
  };

  std::string tool;  // "gate", "advise"
  Status status = Status::kPass;
  std::string reason;
  std::vector<Check> checks;
  // What the reason says in numbers, for programs.
  std::vector<std::pair<Column, Cell>> numbers = {};

  bool Has(Status of) const {
    for (const Check& check : checks) {
      if (check.status == of) return true;
    }
    return false;
  }
};

struct Advice;

// Advice as a verdict: each finding is a check with status kRegression.
Verdict VerdictOf(const Advice& advice);

std::string_view WordsOf(Verdict::Status status);

// Whether a check with this status failed, and whether it could not be made.
bool IsFailure(Verdict::Status status);
bool IsUndecided(Verdict::Status status);

// The checks for formats that people read as a list: of each rule, or file of
// limits, at most ten that failed; and how many were left out by rule.
struct ShortChecks {
  std::vector<Verdict::Check> checks;
  std::vector<std::pair<std::string, size_t>> left_out;
};

ShortChecks ShortenChecks(const Verdict& verdict);

}  // namespace tfprof
