// SPDX-License-Identifier: Apache-2.0
// The files of a checkpoint by their names: nothing is read of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The prefix of the checkpoint that a file belongs to, as it or the files
// beside it are called; nothing if there is no sign of a checkpoint.
std::optional<std::string> CheckpointPrefixOf(const std::string& file);

// The files that there are of a checkpoint. `prefix` may be a pattern, as in
// CheckpointReader.
std::vector<std::string> FilesOfCheckpoint(const std::string& prefix);

// Fails (kCorrupt) if one of them can be read only once, as pipes can.
Status CheckNoneIsStream(const std::string& prefix);

}  // namespace tfprof
