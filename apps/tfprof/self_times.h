// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "arguments.h"
#include "base/error.h"
#include "model/profile_builder.h"
#include "wire/intake/input.h"

namespace tfprof {

// Takes the time of functions' bodies away from the records that enclose them,
// so that it counts once. Reads the steps again, if there are such records.
Status KeepSelfTimes(const std::vector<PickedFile>& files, const LoadSpec& kept,
                     const Arguments& arguments, Profile& profile);

}  // namespace tfprof
