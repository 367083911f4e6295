// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "render/flat/flat_formats.h"
#include "support/catch.h"
#include "support/rendered.h"
#include "support/whole_view.h"

namespace tfprof {

TEST_CASE("a table has its heading and notes before it, numbers stand right") {
  Table table{{{"name"}, {"time", Unit::kMicros}}, {}};
  table.AddRow({std::string("a"), int64_t{1500}});
  CHECK(RenderedBlock(RenderMarkdown, table, "all", {"first"}) ==
        "### all\n\nfirst\n\n| name | time |\n| --- | ---: |\n"
        "| a | 1.50ms |\n");
}

TEST_CASE("nothing in a cell is markup") {
  Table table{{{"name"}}, {}};
  table.AddRow({std::string("a|b_c*<d>&`e`\\")});
  CHECK(RenderedBlock(RenderMarkdown, table) ==
        "| name |\n| --- |\n"
        "| a\\|b\\_c\\*&lt;d&gt;&amp;\\`e\\`\\\\ |\n");
}

TEST_CASE("a section without a table is its heading and its notes") {
  CHECK(RenderedBlock(RenderMarkdown, std::monostate(), "h", {"n"}) ==
        "### h\n\nn\n\n");
}

TEST_CASE("rows of a tree are indented by depth") {
  WholeView view("a Op step=1:5:0:0\na/x Op step=1:1500:0:0\n", "scope");
  view.tree.selection.columns.reset();
  view.tree.selection.columns.set(IndexOf(Measure::kMicros));
  CHECK(RenderedBlock(RenderMarkdown, view.tree) ==
        "### scope\n\n| name | self exec\\_us | total exec\\_us |\n| --- | "
        "---: | ---: |\n"
        "| \\_TFProfRoot | 0us | 1.50ms |\n"
        "| &nbsp;&nbsp;a | 5us | 1.50ms |\n"
        "| &nbsp;&nbsp;&nbsp;&nbsp;a/x | 1.50ms | 1.50ms |\n");
}

}  // namespace tfprof
