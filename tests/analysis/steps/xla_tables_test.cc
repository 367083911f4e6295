// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla_tables.h"

#include <memory>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;
using Members = std::vector<XlaMember>;

}  // namespace

TEST_CASE("nodes of a cluster that are not listed are counted") {
  XlaReport report;
  report.has_graph = true;
  report.clusters = {
      {.name = "c",
       .nodes = 1000,
       .types = "1000 Mul",
       .members = std::make_shared<Members>(Members(200, {"n", "Mul"}))}};
  const std::vector<Section> sections = TablesOf(report);
  REQUIRE(sections.size() == 3);
  CHECK(sections[1].notes == Lines{"800 more nodes of c"});
  CHECK(TableOf(sections[1]).rows.size() == 200);
}

TEST_CASE("clusters that call one function list its nodes once") {
  const auto members =
      std::make_shared<const Members>(Members{{"n", "Mul"}, {"m", "Add"}});
  XlaReport report;
  report.clusters = {
      {.name = "a", .nodes = 2, .types = {}, .members = members},
      {.name = "b", .nodes = 2, .types = {}, .members = members}};
  const std::vector<Section> sections = TablesOf(report);
  CHECK(LinesOf(sections[1]) == Lines{"a | n | Mul", "a | m | Add"});
  CHECK(sections[1].notes == Lines{"the nodes of b are those of a"});
}

TEST_CASE("a cluster whose nodes no graph tells has no number of them") {
  XlaReport report;
  report.clusters = {{.name = "c", .types = {}, .members = {}, .runs = 3}};
  const std::vector<Section> sections = TablesOf(report);
  REQUIRE(sections.size() == 2);
  CHECK(RowOf(sections[0], "c")[1] == Cell());
  CHECK(RowOf(sections[0], "c")[4] == Cell(int64_t{3}));
}

TEST_CASE("steps say whether they compiled, and why") {
  XlaReport report;
  report.clusters = {{.name = "c", .types = {}, .members = {}}};
  report.steps = {
      {.step = 1,
       .compiled = XlaReport::Compiled::kYes,
       .why = "c: 30000 us",
       .compile_us = 30000,
       .inside_us = 40000},
      {.step = 2, .why = {}, .outside_us = 5},
      {.step = 3, .compiled = XlaReport::Compiled::kMaybe, .why = {}}};
  CHECK(LinesOf(TablesOf(report).back()) ==
        Lines{"1 | yes | 30.00ms | 40.00ms | 0us | c: 30000 us",
              "2 | no | 0us | 0us | 5us | ", "3 | maybe | 0us | 0us | 0us | "});
}

TEST_CASE("without clusters there is one section that says so") {
  XlaReport report;
  report.has_graph = true;
  report.requested_nodes = 2;
  const std::vector<Section> sections = TablesOf(report);
  REQUIRE(sections.size() == 1);
  CHECK(sections[0].notes ==
        Lines{"2 nodes ask to be compiled, 0 ask not to be",
              "no cluster ran, and the graphs define none"});
}

}  // namespace tfprof
