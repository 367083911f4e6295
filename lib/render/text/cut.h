// SPDX-License-Identifier: Apache-2.0
// Texts that are made to fit, by characters of UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfprof {

// What a text takes on the screen, as far as that can be told without a font.
size_t TextWidth(std::string_view text);

// A text of at most `width` characters, with a mark where the rest was.
// REQUIRES: width > 0.
std::string CutInTheMiddle(std::string_view text, size_t width);
std::string CutInFront(std::string_view text, size_t width);

// A text on as many lines as it takes to be no wider, where its words allow
// it. 0 is any width.
std::string Wrapped(std::string_view text, size_t width);

}  // namespace tfprof
