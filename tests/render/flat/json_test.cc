// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include <rapidjson/document.h>

#include "render/flat/flat_formats.h"
#include "support/catch.h"
#include "support/rendered.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

rapidjson::Document Parsed(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  REQUIRE(!document.HasParseError());
  return document;
}

}  // namespace

TEST_CASE("cells keep their types, what is not known is null") {
  Table table{
      {{"text"}, {"whole"}, {"real"}, {"flag"}, {"none"}, {"no number"}}, {}};
  table.AddRow({std::string("a\"b"), int64_t{1} << 60, 0.5, true, Cell(),
                std::numeric_limits<double>::quiet_NaN()});
  const auto json =
      Parsed(RenderedBlock(RenderJson, table, "heading", {"a note"}));
  CHECK(json["schema"] == "tfprof.tables/1");
  const auto& section = json["sections"][0];
  CHECK(section["heading"] == "heading");
  CHECK(section["notes"][0] == "a note");
  const auto& row = section["rows"][0];
  CHECK(row["text"] == "a\"b");
  CHECK(row["whole"].GetInt64() == int64_t{1} << 60);
  CHECK(row["real"].GetDouble() == 0.5);
  CHECK(row["flag"].GetBool());
  CHECK(row["none"].IsNull());
  CHECK(row["no_number"].IsNull());
}

TEST_CASE("steps are a list, of several dumps a list of lists") {
  Report report;
  report.sections.push_back({"", {}, Table{{{"a"}}, {}}});
  report.steps = {{{1, 2}}, "warm"};
  const auto one = Parsed(Rendered(RenderJson, report));
  CHECK(one["steps"][1].GetInt64() == 2);
  CHECK(one["steps_are"] == "warm");
  report.steps->of_dump.push_back({3});
  const auto two = Parsed(Rendered(RenderJson, report));
  CHECK(two["steps"][0].Size() == 2);
  CHECK(two["steps"][1][0].GetInt64() == 3);
}

TEST_CASE("a view is a flat list of rows with self and total") {
  WholeView view("a Op step=1:5:0:0\na/x Op step=1:100:0:0\nb Op\n", "scope");
  view.tree.selection.columns.reset();
  view.tree.selection.columns.set(IndexOf(Measure::kMicros));
  const auto json = Parsed(RenderedBlock(RenderJson, view.tree));
  CHECK(json["schema"] == "tfprof.view/1");
  CHECK(json["view"] == "scope");
  CHECK(json["coverage"]["nodes"].GetInt64() == 3);
  CHECK(json["coverage"]["nodes_with_records"].GetInt64() == 2);
  CHECK(json["coverage"]["step"] == "average");
  const auto& rows = json["rows"];
  REQUIRE(rows.Size() == 4);
  CHECK(rows[0]["parent"].IsNull());
  CHECK(rows[2]["name"] == "a/x");
  CHECK(rows[2]["parent"].GetInt64() == 1);
  CHECK(rows[1]["self"]["exec_us"].GetInt64() == 5);
  CHECK(rows[1]["total"]["exec_us"].GetInt64() == 105);
  CHECK(rows[1]["self"].MemberCount() == 1);
  CHECK_FALSE(rows[1].HasMember("op_types"));
}

TEST_CASE("names that are no UTF-8 stay readable") {
  Table table{{{"name"}}, {}};
  table.AddRow(
      {std::string("a\xff"
                   "b")});
  const auto json = Parsed(RenderedBlock(RenderJson, table));
  const std::string name = json["sections"][0]["rows"][0]["name"].GetString();
  CHECK(name.starts_with("a"));
  CHECK(name.ends_with("b"));
  CHECK(name.find('\xff') == std::string::npos);
}

}  // namespace tfprof
