// SPDX-License-Identifier: Apache-2.0
// The script and style of pages (page/dist), which cmake/Embed.cmake builds
// into the program.
#pragma once

#include <string_view>

namespace tfprof {

std::string_view PageScript();
std::string_view PageStyle();

}  // namespace tfprof
