// SPDX-License-Identifier: Apache-2.0
// The steps of a saved profile as if they were read from step files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "wire/intake/input.h"

namespace tfprof {

// A saved profile has of each execution its node and type, device, start,
// length and requested bytes. What a step file has beyond that is empty in the
// records that are made of it: inputs, tensors, allocations, scheduling.
class StoredSteps final : public DumpSink {
 public:
  void AddStoredNode(const StoredNode& node) override;

  // Hands a step to `sink`: devices and their executions by start.
  void Emit(int64_t step, DumpSink& sink) const;

  // One for each step, ascending: `profile` with the number of the step.
  std::vector<PickedFile> FilesOf(const PickedFile& profile) const;

 private:
  struct Execution {
    StringId name;
    StringId type;
    int64_t start_us = 0;
    int64_t duration_us = 0;
    int64_t bytes = 0;
  };

  StringPool strings_;
  std::map<int64_t, std::map<std::string, std::vector<Execution>, std::less<>>>
      steps_;  // by number and device
};

// Those of the saved profile among `files`; nothing if there is none, or if
// there are step files. Says what they lack.
Result<std::optional<StoredSteps>> LoadStoredSteps(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics);

// The error of a question that they do not answer; `what` was asked for.
Failure StoredStepsLack(std::string_view what);

}  // namespace tfprof
