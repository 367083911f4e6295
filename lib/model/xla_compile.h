// SPDX-License-Identifier: Apache-2.0
// Which steps XLA compiled in, as far as records tell: compiling and looking a
// program up in the cache are records of the same name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"

namespace tfprof {

// Whether an operation of this type launches a compiled cluster.
bool IsXlaLaunch(std::string_view type);

// What one operation took in each of the steps that have it, in us, so that
// each step can be held against the others.
class CompileTimes {
 public:
  void Add(int64_t micros) { micros_.push_back(micros); }

  // Must be called before the functions below.
  void Sort();

  bool has_others() const { return micros_.size() > 1; }

  // The median of the others, without one `micros`; 0 if there are none.
  double MedianBeside(int64_t micros) const;

  // Whether a step in which the operation took `micros` compiled: that takes at
  // least ten ms, and far longer than in the other steps. A launch includes the
  // cluster's work, so the median is subtracted first.
  bool IsCompiling(int64_t micros, bool is_launch) const;

 private:
  std::vector<int64_t> micros_;
};

// The operations that compile, by the records of steps. Functions that must be
// compiled are launched by operations of any type, which only a graph tells:
// they are not among these.
class CompilingSteps {
 public:
  // An operation of the step of that number.
  void Add(int64_t step, const ExecRecord& exec);

  // The steps in which some operation compiled, ascending.
  std::vector<int64_t> Finish();

 private:
  struct Use {
    bool is_launch = false;
    std::map<int64_t, int64_t> longest;  // us, by step
  };

  std::map<std::string, Use, std::less<>> uses_;  // by name
};

}  // namespace tfprof
