// SPDX-License-Identifier: Apache-2.0
// Finds the steps in which XLA compiled, as far as records tell: compiling and
// looking up the cache have records of the same name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"

namespace tfprof {

// True if an operation of this type launches a compiled cluster.
bool IsXlaLaunch(std::string_view type);

// The times of one operation in each of its steps, in us, for comparing each
// step with the others.
class CompileTimes {
 public:
  void Add(int64_t micros) { micros_.push_back(micros); }

  // Call before the functions below.
  void Sort();

  bool has_others() const { return micros_.size() > 1; }

  // The median without one `micros`; 0 if nothing is left.
  double MedianBeside(int64_t micros) const;

  // True if a step in which the operation took `micros` compiled: compiling
  // takes at least ten ms, and far longer than in the other steps. A launch
  // includes the cluster's work, so the median is subtracted first.
  bool IsCompiling(int64_t micros, bool is_launch) const;

 private:
  std::vector<int64_t> micros_;
};

// The operations that compile, according to the records of steps. Functions
// that must be compiled are launched by operations of any type, which only a
// graph identifies: these are missing.
class CompilingSteps {
 public:
  // Adds an operation of the step with that number.
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
