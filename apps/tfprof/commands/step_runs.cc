// SPDX-License-Identifier: Apache-2.0
#include "commands/step_runs.h"

namespace tfprof {

Result<std::optional<RegexSet>> OptionalPattern(const std::string& pattern) {
  if (pattern.empty()) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(RegexSet set, RegexSet::Compile({pattern}));
  return set;
}

}  // namespace tfprof
