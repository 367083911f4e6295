// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>

#include "recorded/recorded_host.h"
#include "wire/recording/plane_tables.h"

namespace tfprof {

// How many events a text of the profiler says were dropped; 0 if it is about
// something else.
uint64_t DroppedIn(std::string_view text);

// A file's statements about itself, in texts and stats of planes: versions,
// what was dropped, whether Python was traced, when and where it began.
// REQUIRES: errors and warnings are there, and the host's events.
void ReadFileNotices(const std::deque<PlaneTables>& planes, RecordedHost& host);

}  // namespace tfprof
