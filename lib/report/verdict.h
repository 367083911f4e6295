// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/table.h"

namespace tfprof {

// The result of a gate or a checker, with every check that it made.
struct Verdict {
  // From best to worst, the order that exit codes follow.
  enum class Status : uint8_t {
    kPass,
    kImprovement,
    kInconclusive,
    kNotComparable,
    kOverBudget,
    kRegression,
  };

  // A rule that was checked.
  struct Check {
    std::string rule;     // "time", "params", "budget.toml:3"
    std::string subject;  // its row or node; may be empty
    Status status = Status::kPass;
    std::string message;
    // The line of code that created the subject; 0 if it is unknown.
    std::string file;
    int64_t line = 0;
  };

  std::string tool;  // "gate", "advise"
  Status status = Status::kPass;
  std::string reason;
  std::vector<Check> checks;
  // The numbers in the reason, for programs.
  std::vector<std::pair<TableColumn, Cell>> numbers = {};

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

// True if a check with this status failed, or could not be made.
bool IsFailure(Verdict::Status status);
bool IsUndecided(Verdict::Status status);

// The checks for formats that people read as a list: at most ten failures for
// each rule or file of limits, and the number left out by rule.
struct ShortChecks {
  std::vector<Verdict::Check> checks;
  std::vector<std::pair<std::string, size_t>> left_out;
};

ShortChecks ShortenChecks(const Verdict& verdict);

}  // namespace tfprof
