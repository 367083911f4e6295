// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/inventory.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "flags.h"
#include "model/profile_builder.h"
#include "wire/input.h"

namespace tfprof {

// Which files the arguments name. Fails if they name none.
Result<std::vector<PickedFile>> PickFiles(const Arguments& arguments);

// Those of them that are step files, whose records alone are what is asked for.
// Fails if there are none.
Result<std::vector<PickedFile>> PickStepFiles(const Arguments& arguments);

// Reads them. `counts` may be null.
Result<Profile> LoadProfile(const std::vector<PickedFile>& files,
                            const Arguments& arguments, Kept kept,
                            Diagnostics& diagnostics,
                            InventorySink::Counts* counts);

}  // namespace tfprof
