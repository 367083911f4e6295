// SPDX-License-Identifier: Apache-2.0
// The waits of the marked steps of an XSpace.
#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "analysis/recording/waits.h"

namespace tfprof {

Statements CheckRecordedSteps(const CheckerInput& input, Diagnostics&) {
  const RecordedShares shares =
      SharesOfSteps(input.profile.step_table, nullptr);
  Statements statements;
  if (!shares.are_known) return statements;
  const auto say = [&](std::string_view what, double share,
                       std::string_view advice, bool is_finding) {
    statements.push_back({fmt::format("steps: {} {:.1f}% of their time{}", what,
                                      share * 100, is_finding ? advice : ""),
                          is_finding});
  };
  say("wait for input", shares.input,
      "; prefetch, map and read files in parallel, or cache",
      shares.input > input.Option("input"));
  if (!shares.has_devices) return statements;
  say("launch what idle devices will run", shares.launch,
      "; fewer and larger operations, or jit_compile, need fewer launches",
      shares.launch > input.Option("launch"));
  say("compute on devices", shares.compute, "; the devices idle",
      shares.compute < input.Option("compute"));
  return statements;
}

}  // namespace tfprof
