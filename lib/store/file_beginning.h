// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace tfprof {

// The first bytes of a file as it is, some hundred at most. Nothing if there is
// none or it is no regular file. Fails (kNotFound, kExhausted) if it may not be
// read, or the system cannot read it this time.
Result<std::string> FileBeginning(const std::string& path);

}  // namespace tfprof
