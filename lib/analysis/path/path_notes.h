// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/path/path_tables.h"

namespace tfprof {

// Totals of a path in words, and the limits of what is known about it.
std::vector<std::string> NotesOnPath(const PathAnswer& answer);

// "12.3us"
std::string NanosText(int64_t nanos);

// "+0.3 %"
std::string SignedPercent(double share);

// `part` as a share of `whole`; 0 if that is 0.
double PathPart(int64_t part, int64_t whole);

}  // namespace tfprof
