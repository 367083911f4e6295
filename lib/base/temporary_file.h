// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace tfprof {

// Where temporary files lie: $TMPDIR, else /var/tmp or /tmp.
std::string TemporaryFolder();

// A file without a name, open for reading and writing, that is gone when it is
// closed. Fails with kIo.
Result<int> OpenTemporaryFile();

}  // namespace tfprof
