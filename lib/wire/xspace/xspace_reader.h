// SPDX-License-Identifier: Apache-2.0
// XSpace: what TensorFlow's and JAX's profilers record.
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/rules.h"
#include "model/xspace/recording.h"
#include "wire/intake/readers.h"

namespace tfprof {

// Reads the recording of one host. Memory grows with its links, steps and
// rows, and not with its events. Errors: kCorrupt.
Result<Recording> ReadXSpace(const Source& source,
                             const RecordingOptions& options,
                             Diagnostics& diagnostics);

}  // namespace tfprof
