// SPDX-License-Identifier: Apache-2.0
// What took the most: one list of operation types, nodes, scopes, lines of
// code, devices or shapes of inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/work/work_report.h"
#include "base/error.h"
#include "base/regex_set.h"
#include "model/profile.h"
#include "report/report.h"

namespace tfprof {

// What has a row of its own.
enum class TopBy : uint8_t { kOp, kName, kScope, kCode, kDevice, kShape };

enum class TopOrder : uint8_t {
  kTime,
  kCalls,
  kCallTime,
  kBytes,
  kFloatOps,
  kName
};

struct TopOptions {
  TopBy by = TopBy::kOp;
  TopOrder order = TopOrder::kTime;
  int64_t most_rows = 20;   // that people see; 0 is all
  int64_t scope_depth = 2;  // names of scopes
  RegexSet filter;          // rows of these names; empty for all
  // The float operations of the same steps; if null, the profile's count.
  const WorkReport* work = nullptr;
};

// What the nodes took in `steps`, ascending, on average, one row for each group of them:
// their own time, so that the rows add up to all of it. Numbers are means of a
// step. REQUIRES: the profile keeps the numbers of these steps, each or their
// sum.
Section TopOf(const Profile& profile, const std::vector<int64_t>& steps,
              const TopOptions& options);

// A pattern that is found anywhere, in names of any case if it has no capital.
Result<RegexSet> CompileSearch(const std::string& pattern);

}  // namespace tfprof
