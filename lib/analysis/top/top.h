// SPDX-License-Identifier: Apache-2.0
// The most expensive op types, nodes, scopes, code lines, devices or input
// shapes, as one list.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/work/work_report.h"
#include "base/error.h"
#include "base/regex_set.h"
#include "model/profile.h"
#include "report/report.h"

namespace tfprof {

// What a row stands for.
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
  int64_t most_rows = 20;   // for people; 0 is all
  int64_t scope_depth = 2;  // number of outer scopes
  RegexSet filter;          // of row names; empty: all
  // Float operations of the same steps; null: those of the profile.
  const WorkReport* work = nullptr;
};

// The mean self time of nodes over `steps` (ascending), by group, so that the
// rows add up to the whole. REQUIRES: the profile keeps the numbers of these
// steps, each or their sum.
Section TopOf(const Profile& profile, const std::vector<int64_t>& steps,
              const TopOptions& options);

// A pattern to find anywhere in names; ignores case if it has no capitals.
Result<RegexSet> CompileSearch(const std::string& pattern);

}  // namespace tfprof
