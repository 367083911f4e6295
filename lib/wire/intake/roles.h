// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "wire/intake/format.h"

namespace tfprof {

// "graph", "run metadata": for listings of files.
std::string_view RoleWords(Role role);

// The flag that names a file for this role; empty if there is none.
std::string_view RoleFlag(Role role);

}  // namespace tfprof
