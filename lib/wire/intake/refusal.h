// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "wire/intake/format.h"

namespace tfprof {

// The error for a file of an unsupported kind that was given as a dump or is
// alone in its folder.
Failure RefusalOf(const std::string& path, const Format* format);

}  // namespace tfprof
