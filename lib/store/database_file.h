// SPDX-License-Identifier: Apache-2.0
// Lets SQLite keep a database in a file that is already open and may have no
// name.
#pragma once

#include <string>

namespace tfprof {

// The name of an SQLite file system whose paths are those of PathOfOpenFile.
// Temporary files of SQLite stay in their usual place. Null if memory runs out.
const char* OpenFiles();

std::string PathOfOpenFile(int descriptor);

}  // namespace tfprof
