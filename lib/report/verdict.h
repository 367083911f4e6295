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
    kError,  // no verdict: an input could not be read
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
    bool is_gradient = false;  // the line is that of the forward operation
  };

  // For people who know no statistics: plain words only.
  struct Summary {
    // "decoder/matmul", "3.96 ms", "4.96 ms", "+25.0 %", "model.py:12"
    struct Row {
      std::string what, before, after, change, line;
    };

    std::string sentence;   // "The step takes 10.9 ms, was 9.9 ms (+10.2 %)."
    std::vector<Row> rows;  // what changed, the largest change first
    std::string certainty;  // "5 runs each; ..."; may be empty
  };

  std::string tool;  // "gate", "advise"
  Status status = Status::kPass;
  std::string reason;
  std::vector<Check> checks;
  // The numbers in the reason, for programs.
  std::vector<std::pair<TableColumn, Cell>> numbers = {};
  Summary summary = {};

  bool Has(Status of) const {
    for (const Check& check : checks) {
      if (check.status == of) return true;
    }
    return false;
  }
};

// The verdict of a question whose inputs could not be read.
Verdict VerdictOfError(std::string tool, const std::string& message);

struct Advice;

// Advice as a verdict: each finding is a check with status kRegression.
Verdict VerdictOf(const Advice& advice);

std::string_view WordsOf(Verdict::Status status);

// True if a check with this status failed, or could not be made (kError, too).
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
