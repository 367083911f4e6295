// SPDX-License-Identifier: Apache-2.0
#include "report/tree_table.h"

#include "report/table.h"
#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

TEST_CASE("a name that ends with slashes says only what is below its scope") {
  const WholeView view("a Op step=1:5:0:0\na// Op step=1:5:0:0\n", "scope");
  const Table table = TableOf(view.tree);
  std::vector<std::string> names;
  std::vector<Cell> made;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    names.emplace_back(
        std::get<OwnedText>(table.RowAt(row, made).back()).view());
  }
  CHECK(names == std::vector<std::string>{"(all)", "a", "/"});
}

}  // namespace tfprof
