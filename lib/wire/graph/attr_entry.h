// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tfprof {

// Sets `data_format` if `entry`, an entry of a map<string, AttrValue>, has that
// key: to its text, or to an empty text if the value is not a string.
void ReadDataFormat(std::string_view entry, std::string_view& data_format);

}  // namespace tfprof
