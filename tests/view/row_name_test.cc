// SPDX-License-Identifier: Apache-2.0
#include "view/row_name.h"

#include <string>

#include "base/strings.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("a long name is shortened alike, wherever it is cut in two") {
  std::string whole;
  for (int i = 0; whole.size() < 5000; ++i) whole += std::to_string(i) + ' ';
  for (const size_t size : {10, 1000, 1001, 1999, 2000, 2001, 5000}) {
    const std::string_view name = std::string_view(whole).substr(0, size);
    for (const size_t cut : {0, 1, 500, 999, 1000, 1001, 2500, 4000, 4999}) {
      if (cut > size) continue;
      const RowName row{name.substr(0, cut), name.substr(cut)};
      CHECK(row.Short() == Shortened(name));
    }
  }
}

TEST_CASE("names are in the order of their bytes, wherever they are cut") {
  const std::string file = "fff";
  const std::string_view tails[] = {"", "e", "f", "fa", "ff:1", "g"};
  for (size_t a = 0; a <= file.size(); ++a) {
    for (size_t b = 0; b <= file.size(); ++b) {
      for (const std::string_view tail : tails) {
        for (const std::string_view other : tails) {
          const RowName left{std::string_view(file).substr(0, a), tail};
          const RowName right{std::string_view(file).substr(0, b), other};
          CHECK((left < right) == (left.str() < right.str()));
        }
      }
    }
  }
}

}  // namespace tfprof
