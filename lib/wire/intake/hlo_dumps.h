// SPDX-License-Identifier: Apache-2.0
// Folders written by XLA's --xla_dump_to, which have each program several
// times.
#pragma once

#include <vector>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Moves programs from before XLA's optimizations, and from between its passes,
// to `ignored` if their optimized forms are present.
void KeepCompiledPrograms(std::vector<FoundFile>& graphs,
                          std::vector<FoundFile>& ignored);

// True if all files are programs from such folders.
bool AreHloDumps(const std::vector<FoundFile>& files);

// An error that lists the programs, the largest first, and asks for one.
Failure AskForProgram(std::vector<FoundFile> files);

}  // namespace tfprof
