// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

// The findings and notes of the checkers.
struct Advice {
  struct Statement {
    std::string text;         // may hold several lines
    bool is_finding = false;  // something to mend, not only information
  };

  // A checker that ran; its notes may be empty.
  struct Entry {
    std::string_view checker;
    std::vector<Statement> statements;
  };

  std::vector<Entry> entries;

  bool HasFindings() const;
};

}  // namespace tfprof
