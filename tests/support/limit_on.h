// SPDX-License-Identifier: Apache-2.0
// A limit of a budget, made up in a test.
#pragma once

#include <string>

#include "analysis/gate/budget.h"

namespace tfprof {

inline Limit LimitOn(const std::string& pattern, Measure measure) {
  Limit limit;
  limit.place = "budget.toml:3";
  limit.measure = measure;
  limit.pattern = pattern;
  return limit;
}

}  // namespace tfprof
