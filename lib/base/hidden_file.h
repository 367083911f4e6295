// SPDX-License-Identifier: Apache-2.0
// Files that have no name yet, or a hidden one that no signal leaves behind.
#pragma once

#include <cerrno>
#include <string>

#include "base/emergency.h"

namespace tfprof {

// A random name, short enough for any file system.
std::string HiddenName();

// Opens a file without a name in an open folder, to read and write; -1 if the
// file system has none.
int OpenUnnamed(int folder);

// Calls `make` with hidden names for a file in an open folder until it makes
// one, whose name is `name` then. The file counts as unfinished (emergency.h)
// from before it is there. If all fails, `name` is empty and errno says why.
template <typename Make>
bool MakeHidden(int folder, std::string& name, Make make) {
  constexpr int kMostTries = 100;  // any name may be taken
  for (int i = 0; i < kMostTries; ++i) {
    name = HiddenName();
    RememberUnfinished(folder, name);
    if (make(name.c_str())) return true;
    const int why = errno;
    ForgetUnfinished(folder, name);
    name.clear();
    errno = why;
    if (why != EEXIST) break;
  }
  return false;
}

}  // namespace tfprof
