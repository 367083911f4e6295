// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "recorded/capture.h"

namespace tfprof {

// What the recordings of a run tell of how they were made. Numbers of runs that
// differ in it may not compare.
struct RecordingFacts {
  std::set<std::string> notices;           // codes of Diagnostics::Notice
  std::set<std::string> versions;          // "jax 0.10.2"
  std::set<std::string> profiler_options;  // "host_tracer_level 2"

  bool IsPythonTraced() const { return notices.contains("python traced"); }

  void Add(const Diagnostics& said);
  void Add(const Capture& capture);
  void Add(const RecordingFacts& other);
};

// "other versions: jax 0.10.2 before, jax 0.11.0 now", and the same of options;
// without facts that both sides share, or one has not.
std::vector<std::string> OtherFacts(const RecordingFacts& before,
                                    const RecordingFacts& now);

}  // namespace tfprof
