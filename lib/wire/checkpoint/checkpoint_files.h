// SPDX-License-Identifier: Apache-2.0
// The files of a checkpoint, by their names only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The prefix of the checkpoint that a file belongs to, judged by its name and
// the files beside it; nothing if there is no checkpoint.
std::optional<std::string> CheckpointPrefixOf(const std::string& file);

// The existing files of a checkpoint. `prefix` may be a pattern, as in
// CheckpointReader.
std::vector<std::string> FilesOfCheckpoint(const std::string& prefix);

// Fails (kCorrupt) if one of the files can be read only once, as pipes can.
Status CheckNoneIsStream(const std::string& prefix);

}  // namespace tfprof
