// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace tfprof {

// Whether `path` is none of those that SQLite keeps beside a database, as that
// would be taken for changes to it. Fails like CheckReplaceable.
Status CheckIsNoneBeside(const std::string& path);

// Whether a new file may take the place of `path`. Not that of a history of
// runs, nor of what SQLite keeps beside a database; and no database may come to
// lie beside what SQLite has kept of another one with that name, as it would be
// put into the new one. Fails with kInvalidArgument, or because it cannot be
// told.
Status CheckReplaceable(const std::string& path, bool by_database);

}  // namespace tfprof
