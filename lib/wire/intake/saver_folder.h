// SPDX-License-Identifier: Apache-2.0
// Folders that TensorFlow's Saver writes to: several graphs and checkpoints,
// and a file `checkpoint` that names the newest.
#pragma once

#include <string>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Of several .meta files of `folder` keeps the one that its file `checkpoint`
// names, and of several checkpoints that of the same name; the others are
// ignored. Keeps all if no file names one. Fails with kCorrupt if the named
// .meta is not there.
Status KeepNamedByCheckpoint(const std::string& folder, const Inputs& inputs,
                             Offer& found);

}  // namespace tfprof
