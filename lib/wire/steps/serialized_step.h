// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "wire/intake/input.h"

namespace tfprof {

// A step file as a serialized RunMetadata, whatever form it had.
struct SerializedStep {
  Bytes run_metadata;
  int64_t start_us = 0;  // of its first record; 0 without
};

// Fails where reading its records would.
Result<SerializedStep> ReadSerializedStep(const PickedFile& file,
                                          const Inputs& inputs,
                                          Diagnostics& diagnostics);

}  // namespace tfprof
