// SPDX-License-Identifier: Apache-2.0
// JAX's device memory profile (jax.profiler.save_device_memory_profile), a
// profile.proto of pprof whose samples have the labels `device` and `kind`.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/held_memory.h"
#include "model/own_files.h"
#include "wire/intake/input.h"

namespace tfprof {

// Reads `source` by the line of code that made each array: the innermost line
// of its stack that is no library's or in `own`, else the innermost. Errors:
// kCorrupt, also for references to nothing, unless the file is cut and may be.
Result<HeldMemory> ReadHeldMemory(const Source& source, const OwnFiles& own,
                                  Diagnostics& diagnostics);

// Reads the file at `path`; nothing if it is no device memory profile.
Result<std::optional<HeldMemory>> LoadHeldMemory(const std::string& path,
                                                 const Inputs& inputs,
                                                 const OwnFiles& own,
                                                 Diagnostics& diagnostics);

}  // namespace tfprof
