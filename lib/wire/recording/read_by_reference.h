// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/xspace/recording.h"
#include "wire/intake/readers.h"

namespace tfprof {

// Reads the recording of one host, an XSpace, under the reference's rules.
// Memory grows with its links, spans, steps and rows. Errors: kCorrupt.
Result<Recording> ReadByReference(const Source& source,
                                  const RecordingOptions& options,
                                  Diagnostics& diagnostics);

}  // namespace tfprof
