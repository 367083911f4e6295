// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfprof {

// tfprof(1), a manual page from the tables of commands and flags.
std::string ManPage();

}  // namespace tfprof
