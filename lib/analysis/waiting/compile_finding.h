// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/waiting/compile_rows.h"
#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

// The chosen steps of a process.
std::vector<CompileWindow> CompileWindowsOf(const RecordedWaiting& waiting,
                                            uint32_t process);

// A program that was traced or compiled in more than one step of the recording.
// All steps count: means leave out those in which a compiler began.
struct CompileFinding {
  std::string text;  // the finding and the remedy
  std::string name;  // the program; may be empty
  int64_t host_ps = 0;
  double mean_ns = 0;  // the time of the host by all steps of the recording
};

// By time of the host, then by name.
std::vector<CompileFinding> FindCompileFindings(const RecordedWaiting& waiting);

// The first of them, which tells how many there are.
std::optional<CompileFinding> WorstCompileFinding(
    const RecordedWaiting& waiting);

}  // namespace tfprof
