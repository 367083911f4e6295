// SPDX-License-Identifier: Apache-2.0
// The script and the style of pages, as page/dist has them. Built into the
// program by cmake/Embed.cmake.
#pragma once

#include <string_view>

namespace tfprof {

std::string_view PageScript();
std::string_view PageStyle();

}  // namespace tfprof
