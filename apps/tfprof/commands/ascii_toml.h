// SPDX-License-Identifier: Apache-2.0
// toml++ 3.3 misbehaves on non-ASCII letters outside of strings (its table of
// blanks has holes). So it is given ASCII only: other bytes are written as ~XX~
// and decoded in the texts that it returns.
#pragma once

#include <string>
#include <string_view>

namespace tfprof {

// The text for toml++, without a byte order mark.
std::string InAscii(std::string_view text);

// A text that toml++ returned.
std::string FromAscii(std::string_view ascii);

// The description of an error of toml++, in one printable line.
std::string WordsOfTomlError(std::string_view description);

}  // namespace tfprof
