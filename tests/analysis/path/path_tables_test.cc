// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_tables.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/path_step.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

std::vector<Section> TablesFor(const PathStep& step, const RowFormat& format) {
  std::vector<PathAnswer> answers = {step.answer};
  return PathTables(answers, CodeLines(), nullptr, format);
}

Lines HeadingsOf(const std::vector<Section>& sections) {
  Lines headings;
  for (const Section& section : sections) headings.push_back(section.heading);
  return headings;
}

constexpr RowFormat kProgramRows{.is_for_people = false};

}  // namespace

TEST_CASE("people have the totals in words, programs in a row") {
  StepMaker maker = Towers();
  const PathStep step(maker);
  const std::vector<Section> people = TablesFor(step, {});
  CHECK(std::holds_alternative<std::monostate>(people[0].block));
  CHECK(people[0].notes[1] ==
        "critical path: 3 tasks, 0.075us (93.8 %) at work, 0.005us (6.2 %) in "
        "gaps");
  const std::vector<Section> for_programs = TablesFor(step, kProgramRows);
  const Table& programs = TableOf(for_programs[0]);
  REQUIRE(programs.rows.size() == 1);
  for (size_t i = 0; i < programs.columns.size(); ++i) {
    const std::string& title = programs.columns[i].title;
    const Cell& cell = programs.rows[0][i];
    if (title == "wall") CHECK(cell == Cell(int64_t{80}));
    if (title == "chain gap") CHECK(cell == Cell(int64_t{5}));
    if (title == "links data") CHECK(cell == Cell(int64_t{2}));
    if (title == "is trusted") CHECK(cell == Cell(std::string("yes")));
  }
}

TEST_CASE("without a question there are no what-ifs") {
  StepMaker maker = Towers();
  const PathStep step(maker);
  CHECK(HeadingsOf(TablesFor(step, {})) ==
        Lines{"path totals", "path by code", "path by scope", "path by type",
              "path by node", "path"});
  StepMaker again = Towers();
  const PathStep asked(again, "MatMul=2");
  CHECK(HeadingsOf(TablesFor(asked, {}))[1] == "what-if");
}

TEST_CASE("a pattern that matches nothing in full says what it would match") {
  StepMaker maker = Towers();
  const PathStep step(maker, "atMu=2,Softmax=2,a=inf");
  const std::vector<Section> sections = TablesFor(step, {});
  const Section& what_ifs = sections[1];
  CHECK(RowOf(what_ifs, "atMu").back() ==
        Cell(std::string("nothing matches in full; '.*atMu.*' matches 2")));
  CHECK(RowOf(what_ifs, "Softmax").back() ==
        Cell(std::string("nothing matches")));
  CHECK(RowOf(what_ifs, "a")[1] == Cell(std::string("inf")));
}

TEST_CASE("answers of a step that is replayed wrongly say so") {
  StepMaker maker = Towers();
  const PathStep step(maker, "MatMul=2", 1);
  const std::vector<Section> sections = TablesFor(step, {});
  const Cell cell = RowOf(sections[1], "MatMul").back();
  const std::string_view remark = std::get<OwnedText>(cell).view();
  CHECK(remark.find("not to be trusted: the self-check is off by +50.0 %") !=
        std::string::npos);
}

TEST_CASE("people see the longest of the chain, in order of time") {
  StepMaker maker;
  maker.Add("a", "Op()", 0, 30);
  maker.Add("b", "Op(a)", 30, 40);
  maker.Add("c", "Op(b)", 40, 90);
  const PathStep step(maker);
  const std::vector<Section> sections = TablesFor(step, {.row_limit = 2});
  const Section& chain = sections.back();
  REQUIRE(TableOf(chain).rows.size() == 2);
  CHECK(TableOf(chain).rows[0][6] == Cell(std::string("a")));
  CHECK(TableOf(chain).rows[1][6] == Cell(std::string("c")));
  CHECK(chain.notes ==
        Lines{"the longest of it; 1 more rows; --row_limit=0 shows all"});
  CHECK(TableOf(TablesFor(step, kProgramRows).back()).rows.size() == 3);
}

TEST_CASE("without a row a step takes what its other tasks take") {
  StepMaker maker = Towers();
  const PathStep step(maker);
  const std::deque<PathShare> shares =
      SharesOf(step.answer.path, PathKey::kType, CodeLines());
  REQUIRE(shares[0].name == "MatMul");
  // b is left, and 5 ns between it and d.
  CHECK(AnswerWithout(step.answer, PathKey::kType, shares[0], CodeLines())
            .fixed_ns == 60);
}

}  // namespace tfprof
