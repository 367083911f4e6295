// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// What a gate, or a checker, says in the end, and each thing it looked at.
struct Verdict {
  // From the best to the worst for whoever waits for an exit code.
  enum class Status : uint8_t {
    kPass,
    kInconclusive,
    kNotComparable,
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

  bool Has(Status of) const {
    for (const Check& check : checks) {
      if (check.status == of) return true;
    }
    return false;
  }
};

struct Advice;

// What checkers say, as checks: what is to be mended is a regression of none.
Verdict VerdictOf(const Advice& advice);

std::string_view WordsOf(Verdict::Status status);

}  // namespace tfprof
