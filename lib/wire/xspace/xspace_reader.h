// SPDX-License-Identifier: Apache-2.0
// XSpace: what TensorFlow's and JAX's profilers record.
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/rules.h"
#include "model/xspace/recording.h"
#include "wire/intake/readers.h"

namespace tfprof {

struct XSpaceOptions {
  Rules rules = kCorrectedRules;
  int jobs = 2;              // threads
  bool wants_whole = false;  // how busy it was as a whole, though it has steps
};

// Reads the recording of one host. Memory grows with its links, steps and
// rows, and not with its events. Errors: kCorrupt.
Result<Recording> ReadXSpace(const Source& source, const XSpaceOptions& options,
                             Diagnostics& diagnostics);

}  // namespace tfprof
