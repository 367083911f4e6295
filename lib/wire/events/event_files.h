// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "wire/intake/find_files.h"

namespace tfprof {

// Offers the content of TensorBoard's event files: a graph, which is the last
// GraphDef of the last file, else the last MetaGraphDef, else the functions of
// tf.summary.trace_export; and tagged run metadata as steps. All are spare:
// other files of the same folder take precedence. Fails (kCorrupt) if there is
// neither, or if a tag is needed to choose one.
Status UnpackEventFiles(const std::vector<std::string>& paths,
                        const Inputs& inputs, Offer& offer);

}  // namespace tfprof
