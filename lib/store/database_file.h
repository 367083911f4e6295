// SPDX-License-Identifier: Apache-2.0
// Lets SQLite keep a database in a file that is open already and may have no
// name.
#pragma once

#include <string>

namespace tfprof {

// What SQLite calls a file system: in it a file's path is PathOfOpenFile.
// Files that SQLite makes for itself lie where they always do. Null if there is
// not enough memory.
const char* OpenFiles();

std::string PathOfOpenFile(int descriptor);

}  // namespace tfprof
