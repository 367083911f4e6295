// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "wire/intake/input.h"

namespace tfprof {

// A step file as a serialized RunMetadata, converted if necessary.
struct SerializedStep {
  Bytes run_metadata;
  int64_t start_us = 0;  // of its first record; 0 if there is none
};

// Fails if its records could not be read.
Result<SerializedStep> ReadSerializedStep(const PickedFile& file,
                                          const Inputs& inputs,
                                          Diagnostics& diagnostics);

}  // namespace tfprof
