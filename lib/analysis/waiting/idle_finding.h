// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "analysis/waiting/idle_tables.h"

namespace tfprof {

// What the idlest device of a capture waits for most.
struct IdleFinding {
  std::string text;    // the finding and the remedy
  std::string name;    // the region, stage or program; may be empty
  std::string line;    // "FILE:LINE FUNCTION" of the program; may be empty
  double mean_ns = 0;  // of a step; 0 if it is not known
};

// Nothing if no reason takes more than 5 % of the mean step, or the recording
// has no steps. A reason that is mostly a guess is no finding; if those and
// unknown time are more than half of the idle time, the text tells how to
// record more.
std::optional<IdleFinding> FindIdleFinding(IdleOfDevices& idle);

}  // namespace tfprof
