// SPDX-License-Identifier: Apache-2.0
#include "base/view_column.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("views are given back, however long") {
  ViewColumn column;
  std::vector<std::string> texts;
  for (const size_t length : {0, 1, 15, 65534, 65535, 65536, 1 << 20}) {
    texts.emplace_back(length, static_cast<char>('a' + texts.size()));
  }
  column.push_back({});
  for (const std::string& text : texts) column.push_back(text);
  REQUIRE(column.size() == texts.size() + 1);
  CHECK(column[0].empty());
  for (size_t i = 0; i < texts.size(); ++i) {
    CHECK(column[i + 1] == texts[i]);
    CHECK(column[i + 1].data() == texts[i].data());
  }
}

TEST_CASE("an address that is wider than addresses in use is kept too") {
  const auto place = reinterpret_cast<const char*>(uintptr_t{1} << 60 | 7);
  ViewColumn column;
  column.push_back({place, 3});
  CHECK(column[0].data() == place);
  CHECK(column[0].size() == 3);
}

}  // namespace tfprof
