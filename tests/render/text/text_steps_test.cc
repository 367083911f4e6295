// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_steps.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

// Tables of one step with names that took so long (us), in order.
BenchmarkTables OneStep(
    const std::vector<std::pair<std::string, int64_t>>& names) {
  BenchmarkTables tables;
  int64_t sum = 0;
  for (const auto& [name, micros] : names) {
    BenchmarkTables::Name& row = tables.names.emplace_back();
    row.name = name;
    row.type = tables.types.Intern("Op");
    row.order = static_cast<int64_t>(tables.names.size());
    row.AddCall(micros, 0, 0);
    sum += micros;
  }
  tables.step_micros.Add(sum);
  tables.step_bytes.Add(0);
  StepFormat& format = tables.format;
  format.show_run_order = format.show_time = format.show_memory = false;
  format.show_type = format.show_summary = false;
  return tables;
}

std::string Text(const BenchmarkTables& tables) {
  StringWriter writer;
  TextOutput out(writer);
  REQUIRE(RenderBenchmarkTables(tables, out));
  return writer.text();
}

// The names of a table, in its order.
std::vector<std::string> NamesOf(const std::string& csv) {
  std::vector<std::string> names;
  size_t at = csv.find('\n', csv.find("node type,")) + 1;
  while (at < csv.size() && csv[at] != '\n') {
    const size_t end = csv.find('\n', at);
    const size_t comma = csv.rfind(", ", end);
    names.push_back(csv.substr(comma + 2, end - comma - 2));
    at = end + 1;
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a name has its times in ms, its share and the sum of those so far") {
  BenchmarkTables tables = OneStep({{"a", 1000}, {"b", 3000}});
  tables.format.show_time = true;
  CHECK(Text(tables) ==
        "============================== Top by Computation Time "
        "==============================\n"
        "\t                             [node type]\t  [first]\t [avg ms]\t  "
        "   [%]\t  [cdf%]\t  [mem KB]\t[times called]\t[Name]\n"
        "\t                                      Op\t    3.000\t    3.000\t "
        "75.000%\t 75.000%\t     0.000\t        1\tb\n"
        "\t                                      Op\t    1.000\t    1.000\t "
        "25.000%\t100.000%\t     0.000\t        1\ta\n\n");
}

TEST_CASE("tables have no more rows than asked for") {
  BenchmarkTables tables = OneStep({{"a", 1}, {"b", 3}, {"c", 2}});
  tables.format.as_csv = true;
  tables.format.show_time = true;
  tables.format.time_limit = 2;
  CHECK(NamesOf(Text(tables)) == Names{"b", "c"});
  tables.format.time_limit = 0;
  CHECK(NamesOf(Text(tables)) == Names{"b", "c", "a"});
}

TEST_CASE("negative times stand by their texts, or where they belong") {
  // In texts of 20 characters, the blanks before "-5" sort below digits, but
  // "-" above the blank before a 3.
  BenchmarkTables tables = OneStep({{"a", -50}, {"b", 3}});
  tables.format.as_csv = true;
  tables.format.show_time = true;
  CHECK(NamesOf(Text(tables)) == Names{"a", "b"});
  tables.format.numeric_order = true;
  CHECK(NamesOf(Text(tables)) == Names{"b", "a"});
}

TEST_CASE("rows stand in the order in which they ran") {
  BenchmarkTables tables = OneStep({{"c", 1}, {"a", 3}, {"b", 2}});
  tables.format.as_csv = true;
  tables.format.show_run_order = true;
  CHECK(NamesOf(Text(tables)) == Names{"c", "a", "b"});
}

TEST_CASE("commas of a name become tabs in CSV") {
  BenchmarkTables tables = OneStep({{"a,b", 1}});
  tables.format.as_csv = true;
  tables.format.show_run_order = true;
  CHECK(Text(tables).find(", a\tb\n") != std::string::npos);
}

TEST_CASE("a summary has one number if all steps are the same") {
  BenchmarkTables tables = OneStep({{"a", 5}});
  tables.format.show_summary = true;
  CHECK(Text(tables) ==
        "Timings (microseconds): count=1 curr=5\n"
        "Memory (bytes): count=1 curr=0\n1 nodes observed\n\n");
  tables.step_micros.Add(5);
  tables.step_bytes.Add(10);
  CHECK(Text(tables) ==
        "Timings (microseconds): count=2 curr=5(all same)\n"
        "Memory (bytes): count=2 first=0 curr=10 min=0 max=10 avg=5 std=5\n"
        "1 nodes observed\n\n");
}

TEST_CASE("types are added up, the longest first") {
  BenchmarkTables tables = OneStep({{"a", 1000}, {"b", 3000}, {"c", 4000}});
  tables.names[2].type = tables.types.Intern("Other");
  tables.names[0].type = tables.types.Intern("Other");
  tables.format.show_type = true;
  tables.format.as_csv = true;
  CHECK(Text(tables) ==
        "Number of nodes executed: 3\n"
        "============================== Summary by node type "
        "==============================\n"
        "node type, count, avg_ms, avg %, cdf %, mem KB, times called\n"
        "Other, 2, 5, 62.5%, 62.5%, 0, 2\n"
        "Op, 1, 3, 37.5%, 100%, 0, 1\n\n");
}

}  // namespace tfprof
