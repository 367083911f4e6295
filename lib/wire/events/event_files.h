// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Offers what TensorBoard's event files hold: a graph, which is the last
// GraphDef of the last file, else the last MetaGraphDef, else what
// tf.summary.trace_export wrote of functions; and tagged run metadata as
// steps. All are spare: other files of the same folder come first. Fails
// (kCorrupt) if there is neither, or if a tag must be given to choose one.
Status UnpackEventFiles(const std::vector<std::string>& paths,
                        const Inputs& inputs, Offer& offer);

}  // namespace tfprof
