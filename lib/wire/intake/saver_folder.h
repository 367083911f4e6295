// SPDX-License-Identifier: Apache-2.0
// Folders that TensorFlow's Saver writes to: several graphs and checkpoints,
// and a file `checkpoint` that names the newest.
#pragma once

#include <string>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Keeps the one of several .meta files of `folder` that its file `checkpoint`
// names, and the checkpoint with that name; the others are ignored. Keeps all
// if no file names one. Fails with kCorrupt if the named .meta is missing.
Status KeepNamedByCheckpoint(const std::string& folder, const Inputs& inputs,
                             Offer& found);

}  // namespace tfprof
