// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include "render/flat/flat_formats.h"
#include "support/catch.h"
#include "support/rendered.h"
#include "support/whole_view.h"

namespace tfprof {

TEST_CASE("a table is a header with units and a line for each row") {
  Table table{{{"name"}, {"time", Unit::kMicros}, {"ok"}, {"share"}}, {}};
  table.AddRow({std::string("a"), int64_t{1500}, true, 0.25});
  table.AddRow({std::string("b"), Cell(), false,
                std::numeric_limits<double>::infinity()});
  CHECK(RenderedBlock(RenderCsv, table) ==
        "name,time_us,ok,share\r\na,1500,true,0.25\r\nb,,false,\r\n");
}

TEST_CASE("a field with a separator is quoted, a formula is none") {
  Table table{{{"name"}}, {}};
  for (const char* text : {"a,b", "say \"x\"", "two\nlines", "=1+1", "-x"}) {
    table.AddRow({std::string(text)});
  }
  CHECK(RenderedBlock(RenderCsv, table) ==
        "name\r\n\"a,b\"\r\n\"say \"\"x\"\"\"\r\n\"two\nlines\"\r\n'=1+1\r\n"
        "'-x\r\n");
}

TEST_CASE("several tables are a line for each value") {
  Report report;
  report.sections.push_back({"one", {}, Table{{{"a"}}, {{int64_t{1}}}}});
  report.sections.push_back(
      {"two", {}, Table{{{"b", Unit::kBytes}}, {{int64_t{2}}}}});
  CHECK(Rendered(RenderCsv, report) ==
        "section,row,column,value\r\none,0,a,1\r\ntwo,0,b_bytes,2\r\n");
}

TEST_CASE("rows of a tree have their parents and shown measures") {
  WholeView view("a Op step=1:5:0:0\na/x Op step=1:100:0:0\n", "scope");
  view.tree.selection.columns.reset();
  view.tree.selection.columns.set(IndexOf(Measure::kMicros));
  CHECK(RenderedBlock(RenderCsv, view.tree) ==
        "row,parent,depth,name,accounted,self_exec_us,total_exec_us\r\n"
        "0,,0,_TFProfRoot,false,0,105\r\n"
        "1,0,1,a,true,5,105\r\n"
        "2,1,2,a/x,true,100,100\r\n");
}

}  // namespace tfprof
