// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/recorded_needs.h"

namespace tfprof {

struct Capture;

// Recordings that one reading leaves to the next one of the same files.
struct KeptCapture {
  std::vector<std::string> paths;
  RecordedNeeds needs;
  bool has_events = false;
  bool is_one_step = false;
  bool with_programs = false;
  std::shared_ptr<const Capture> capture;  // null: nothing is kept
  Diagnostics said;                        // warnings about the files
};

}  // namespace tfprof
