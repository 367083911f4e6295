// SPDX-License-Identifier: Apache-2.0
#include "render/text/table_text.h"

#include "render/text/cut.h"
#include "render/text/scale.h"
#include "report/ranking.h"
#include "support/catch.h"

namespace tfprof {
namespace {

std::string TextOf(const Table& table, const TextSize& size = {}) {
  StringWriter writer;
  TextOutput out(writer);
  REQUIRE(AppendTable(table, size, out).has_value());
  REQUIRE(out.Flush().has_value());
  return writer.text();
}

Table Times() {
  Table table{{{"name"}, {"self", Unit::kMicros}, {"calls"}}, {}};
  table.AddRow({std::string("conv/Conv2D"), int64_t{81000}, int64_t{28}});
  table.AddRow({std::string("relu"), int64_t{312}, int64_t{1}});
  table.AddRow({std::string("loss"), int64_t{0}, Cell()});
  return table;
}

TEST_CASE("table text: a column has one unit and the name stands last") {
  CHECK(TextOf(Times()) ==
        "self ms  calls  name\n"
        " 81.0       28  conv/Conv2D\n"
        "  0.312      1  relu\n"
        "  0          -  loss\n");
}

TEST_CASE("table text: three digits that are not rounded to nothing") {
  const auto text = [](double value, Unit unit, double most) {
    return NumberIn(ScaleOf(unit, most, false), value);
  };
  CHECK(text(81, Unit::kMicros, 81) == "81.0");
  CHECK(text(1.5, Unit::kMicros, 81) == "1.50");
  CHECK(text(999.6, Unit::kMicros, 999.6) == "1.00");
  CHECK(text(0.4, Unit::kMicros, 81e3) == "<0.001");
  CHECK(text(-0.4, Unit::kMicros, 81e3) == ">-0.001");
  CHECK(text(0.1234, Unit::kShare, 1) == "12.3");
  CHECK(text(0.0001, Unit::kShare, 1) == "<0.1");
  CHECK(text(1, Unit::kShare, 1) == "100");
  CHECK(ScaledText(6.3e6, Unit::kBytes) == "6.30 MB");
  CHECK(ScaledText(1.2e9, Unit::kCount) == "1.20 G");
  CHECK(ScaledText(123456, Unit::kCount) == "123456");
}

TEST_CASE("table text: columns that say nothing are left out") {
  Table table{{{"name"},
               {"accelerator", Unit::kMicros, true},
               {"change", Unit::kMicros},
               {"status"},
               {"float ops"}},
              {}};
  table.AddRow(
      {std::string("a"), int64_t{0}, int64_t{0}, std::string(), Cell()});
  CHECK(TextOf(table) ==
        "change us  name\n"
        "        0  a\n");
}

TEST_CASE("table text: names are cut in the middle, by characters") {
  Table table{{{"name"}, {"self", Unit::kMicros}}, {}};
  table.AddRow(
      {std::string("gradients/größe/MatMul_grad/MatMul_1"), int64_t{7}});
  CHECK(TextOf(table, {.width = 30}) ==
        "self\n"
        "  us  name\n"
        "   7  gradients/g…rad/MatMul_1\n");
  CHECK(TextOf(table, {.width = 0})
            .find("gradients/größe/MatMul_grad/MatMul_1") != std::string::npos);
}

TEST_CASE("table text: a name in pieces is cut as it is in one") {
  const std::string file(5000, 'f');
  const std::string scope = "größe/";
  const std::string function(3000, 'g');
  const std::vector<std::vector<std::string_view>> names = {
      {file, ":12:", function},
      {scope, file},
      {file, scope},
      {scope, scope, function},
      {"", ""},
      {"a", scope, "b"}};
  for (const auto& pieces : names) {
    std::string whole;
    for (const std::string_view piece : pieces) whole += piece;
    const auto text_of = [](const Cell& name, size_t width) {
      return TextOf({{{"name"}, {"self", Unit::kMicros}}, {{name, 7.0}}},
                    {.width = width});
    };
    for (const size_t width : {0, 30, 101}) {
      CHECK(text_of(BorrowedText(std::span(pieces)), width) ==
            text_of(whole, width));
    }
  }
}

TEST_CASE("table text: names are cut short where lines fit then") {
  const std::string longest(30, 'x');
  const Table table{{{"name"}, {"type"}}, {{longest, longest}}};
  const auto width_of_row = [&](size_t width) {
    const std::string text = TextOf(table, {.width = width});
    return TextWidth(text.substr(text.find('\n') + 1)) - 1;
  };
  CHECK(width_of_row(42) == 42);
  CHECK(width_of_row(26) == 26);
  CHECK(width_of_row(20) == 42);  // more of them, as they do not fit anyway
}

TEST_CASE("table text: what is left out is told with its share") {
  Table table{{{"self", Unit::kMicros}, {"name"}}, {}};
  for (const int64_t time : {10, 70, 20}) {
    table.AddRow({time, std::string("node") + std::to_string(time)});
  }
  Rank(table, {});
  CHECK(TextOf(table, {.rows = 2}) ==
        "share %  cumulative %  self us  name\n"
        "   70.0          70.0       70  node70\n"
        "   20.0          90.0       20  node20\n"
        "… 1 more row, 10.0 % of the time (--output=table:rows=0 shows all)\n");
  table.most_rows = 1;
  CHECK(TextOf(table).find("… 2 more rows, 30.0 %") != std::string::npos);
  CHECK(TextOf(table, {.rows = 0}).find("more row") == std::string::npos);
  table.most_rows.reset();
  CHECK(TextOf(table, {.usual_rows = 1}).find("… 2 more rows, 30.0 %") !=
        std::string::npos);
}

TEST_CASE("table text: of a tree the largest rows are shown, indented") {
  Table table{{{"share", Unit::kShare}, {"depth", Unit::kDepth}, {"name"}}, {}};
  table.shares = 0;
  const auto add = [&](double share, int64_t depth, const char* name) {
    table.AddRow({share, depth, std::string(name)});
  };
  add(1, 0, "(all)");
  add(0.1, 1, "a");
  add(0.1, 2, "x");
  add(0.9, 1, "b");
  add(0.6, 2, "y");
  add(0.3, 2, "z");
  CHECK(
      TextOf(table, {.rows = 3}) ==
      "share %  name\n"
      "  100    (all)\n"
      "   90.0    b\n"
      "   60.0      y\n"
      "… 3 more rows, 40.0 % of the time (--output=table:rows=0 shows all)\n");
}

TEST_CASE("table text: control characters do not reach the screen") {
  Table table{{{"name"}}, {}};
  table.AddRow({std::string("a\x1b[31m\n")});
  CHECK(TextOf(table) == "name\na\\x1b[31m\\n\n");
}

TEST_CASE("table text: a table without rows says so") {
  CHECK(TextOf({{{"name"}}, {}}) == "none\n");
}

}  // namespace
}  // namespace tfprof
