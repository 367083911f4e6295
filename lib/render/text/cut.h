// SPDX-License-Identifier: Apache-2.0
// Cuts texts to a width, in characters of UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfprof {

// The width of a text on the screen, as far as known without a font.
size_t TextWidth(std::string_view text);

// Cuts a text to `width` characters, with a mark where text is missing.
// REQUIRES: width > 0.
std::string CutInTheMiddle(std::string_view text, size_t width);
std::string CutInFront(std::string_view text, size_t width);

// Both ends of a text that is much longer than `width` characters, cut to the
// same result as the whole text or shorter.
std::string EndsOf(std::string_view text, size_t width);

// Breaks a text at blanks into lines of at most `width`; a longer word stays
// whole. 0 is no limit.
std::string Wrapped(std::string_view text, size_t width);

}  // namespace tfprof
