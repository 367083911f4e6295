// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace tfprof {

// Fails if `path` is a file that SQLite keeps beside a database, since a new
// one would be taken for changes to the database. Other errors are those of
// CheckReplaceable.
Status CheckIsNoneBeside(const std::string& path);

// Checks that a new file may replace `path`: it must not be a history of runs,
// nor a file that SQLite keeps beside a database; and a database must not be
// put beside leftover SQLite files of another one with that name, which would
// be merged into it. Fails with kInvalidArgument, or if the check itself fails.
Status CheckReplaceable(const std::string& path, bool by_database);

}  // namespace tfprof
