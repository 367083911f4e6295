// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace tfprof {

// The first bytes of a file without decompression, some hundred at most. Empty
// if there is no file or it is not a regular one. Fails (kNotFound, kExhausted)
// if it may not be read, or if the system cannot read it now.
Result<std::string> FileBeginning(const std::string& path);

}  // namespace tfprof
