// SPDX-License-Identifier: Apache-2.0
// Files without a name, or with a hidden name that no signal leaves behind.
#pragma once

#include <cerrno>
#include <string>

#include "base/emergency.h"

namespace tfprof {

// A random name, short enough for any file system.
std::string HiddenName();

// Opens an unnamed file in an open folder for reading and writing; -1 if the
// file system does not support it.
int OpenUnnamed(int folder);

// Calls `make` with hidden names for a file in an open folder until it creates
// one; `name` is then its name. The file counts as unfinished (emergency.h)
// before it exists. On failure `name` is empty and errno is set.
template <typename Make>
bool MakeHidden(int folder, std::string& name, Make make) {
  constexpr int kMostTries = 100;  // a name may be in use
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
