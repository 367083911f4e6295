// SPDX-License-Identifier: Apache-2.0
// The steps of a saved profile, in the form of step files.
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

// A saved profile has the node and type, device, start, length and requested
// bytes of each execution. The other fields of a step file's records stay
// empty: inputs, tensors, allocations, scheduling.
class StoredSteps final : public DumpSink {
 public:
  void AddStoredNode(const StoredNode& node) override;

  // Passes a step to `sink`: devices and their executions by start.
  void Emit(int64_t step, DumpSink& sink) const;

  // A file per step, ascending: `profile` with the step's number.
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

// The steps of the saved profile among `files`; nothing if there is none, or if
// there are step files. Warns about missing data.
Result<std::optional<StoredSteps>> LoadStoredSteps(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics);

// The error for a question that needs more than a saved profile has.
Failure StoredStepsLack(std::string_view what);

}  // namespace tfprof
