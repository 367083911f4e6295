// SPDX-License-Identifier: Apache-2.0
// Folders that XLA writes with --xla_dump_to: each program several times.
#pragma once

#include <vector>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Moves programs as they were before XLA's optimizations to `ignored`, if the
// same are there as they ran.
void KeepCompiledPrograms(std::vector<FoundFile>& graphs,
                          std::vector<FoundFile>& ignored);

// Whether all are programs of such folders.
bool AreHloDumps(const std::vector<FoundFile>& files);

// An error that lists the programs, the largest first, and asks for one.
Failure AskForProgram(std::vector<FoundFile> files);

}  // namespace tfprof
