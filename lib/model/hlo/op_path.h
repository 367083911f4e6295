// SPDX-License-Identifier: Apache-2.0
// Names such as "jit(f)/jvp(a/b)/dot_general[x=1]": scopes separated by '/',
// except inside brackets.
#pragma once

#include <cstddef>
#include <string_view>

namespace tfprof {

// The position of the next '/' outside of brackets, from `at` on; npos if there
// is none. Unbalanced brackets have no effect.
inline size_t NextSlash(std::string_view path, size_t at) {
  int depth = 0;
  for (; at < path.size(); ++at) {
    const char c = path[at];
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == '/' && depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

// The last part without its square brackets: "dot_general".
inline std::string_view LastOfPath(std::string_view path) {
  for (size_t slash = NextSlash(path, 0); slash != std::string_view::npos;
       slash = NextSlash(path, 0)) {
    path.remove_prefix(slash + 1);
  }
  return path.substr(0, path.find('['));
}

}  // namespace tfprof
