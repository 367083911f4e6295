// SPDX-License-Identifier: Apache-2.0
// Tells files of libraries from those of a program: the frames of a recording
// have file names without folders.
#pragma once

#include <string_view>

#include "analysis/waiting/event_kinds.h"

namespace tfprof {

// The owner of a file, "array.py".
EventKind::File OwnerOfFile(std::string_view file);

}  // namespace tfprof
