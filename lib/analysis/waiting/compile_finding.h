// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/waiting/compile_rows.h"
#include "analysis/waiting/recorded_waiting.h"

namespace tfprof {

// The chosen steps of a process.
std::vector<CompileWindow> CompileWindowsOf(const RecordedWaiting& waiting,
                                            uint32_t process);

// A program that was traced or compiled in more than one of the chosen steps.
struct CompileFinding {
  std::string text;  // the finding and the remedy
  std::string name;  // the program; may be empty
  int64_t host_ps = 0;
};

// By time of the host, then by name.
std::vector<CompileFinding> FindCompileFindings(const RecordedWaiting& waiting);

}  // namespace tfprof
