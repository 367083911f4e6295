// SPDX-License-Identifier: Apache-2.0
#include "analysis/diff.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/view_named.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

// Two dumps in one view, with times selected.
struct Pair {
  Pair(std::string_view base_text, std::string_view now_text,
       std::string_view view = "scope")
      : base(base_text, view), now(now_text, view) {
    for (ViewTree* const tree : {&base.tree, &now.tree}) {
      tree->selection.words.reset();
      tree->selection.words.set(IndexOf(Measure::kMicros));
    }
    rows = AlignTrees(base.tree, now.tree);
  }

  // "a removed", "b -> c renamed" of the rows that are not the same.
  Lines Changed() const {
    static constexpr std::string_view kWords[] = {"same", "added", "removed",
                                                  "renamed"};
    Lines lines;
    for (const AlignedRows::Row& row : rows.rows) {
      if (row.status == AlignedRows::Status::kSame) continue;
      std::string name;
      if (row.base != AlignedRows::kNone)
        name = base.tree.NameOf(row.base).str();
      if (row.now != AlignedRows::kNone) {
        name += name.empty() ? "" : " -> ";
        name += now.tree.NameOf(row.now).str();
      }
      lines.push_back(
          fmt::format("{} {}", name, kWords[static_cast<size_t>(row.status)]));
    }
    return lines;
  }

  Section Table(const LeastChange& least = {}) const {
    auto sections = TablesOf(rows, base.tree, now.tree, least);
    REQUIRE(sections.size() == 1);
    return std::move(sections[0]);
  }

  // The name, status and change of each row that is shown.
  Lines Shown(const LeastChange& least = {}) const {
    Lines lines;
    const Section section = Table(least);
    const class Table& table = TableOf(section);
    std::vector<Cell> made;
    for (size_t at = 0; at < table.RowCount(); ++at) {
      const std::vector<Cell>& row = table.RowAt(at, made);
      lines.push_back(fmt::format("{} {} {}", TextOf(row[0], Unit::kNone),
                                  std::get<OwnedText>(row[2]).view(),
                                  TextOf(row[5], Unit::kMicros)));
    }
    return lines;
  }

  WholeView base;
  WholeView now;
  AlignedRows rows;
};

}  // namespace

TEST_CASE("a dump against itself has no changed row") {
  const std::string_view text =
      "s/a MatMul step=1:10:0:0\nt Add step=1:5:0:0\n";
  const Pair pair(text, text);
  CHECK(pair.Changed().empty());
  CHECK(pair.Table().notes == Lines{"no change"});
}

TEST_CASE("rows that come and go are told by their paths") {
  const Pair pair("s/a MatMul step=1:10:0:0\ns/b Add step=1:3:0:0\n",
                  "s/a MatMul step=1:10:0:0\ns/c Mul step=1:7:0:0\n");
  CHECK(pair.Changed() == Lines{"s/b removed", "s/c added"});
  CHECK(pair.Shown() == Lines{"_TFProfRoot  4us", "s  4us", "s/c added 7us",
                              "s/b removed -3us"});
}

TEST_CASE("rows deeper than asked for are counted, not made") {
  const Pair pair("s/a MatMul step=1:10:0:0\n", "s/a MatMul step=1:7:0:0\n");
  const auto at_most = [&](int64_t depth) {
    auto sections =
        TablesOf(pair.rows, pair.base.tree, pair.now.tree, {}, depth);
    return std::move(sections.at(0));
  };
  CHECK(TableOf(at_most(2)).RowCount() == 3);
  CHECK(at_most(2).notes.empty());
  CHECK(TableOf(at_most(1)).RowCount() == 2);
  CHECK(at_most(1).notes ==
        Lines{"1 row lies deeper; a larger --max_depth shows it"});
  CHECK(at_most(0).notes ==
        Lines{"2 rows lie deeper; a larger --max_depth shows them"});
}

TEST_CASE("a scope that was renamed is one row, and what is in it the same") {
  const Pair pair("s/a MatMul step=1:10:0:0\ns/b Add\n",
                  "r/a MatMul step=1:12:0:0\nr/b Add\n");
  CHECK(pair.Changed() == Lines{"s -> r renamed"});
  CHECK(pair.Shown() ==
        Lines{"_TFProfRoot  2us", "s -> r renamed 2us", "r/a  2us"});
}

TEST_CASE("of several that could have been renamed none is") {
  const Pair pair("a MatMul\nb MatMul\n", "c MatMul\nd MatMul\n");
  CHECK(pair.Changed() ==
        Lines{"a removed", "b removed", "c added", "d added"});
}

TEST_CASE("another type is another row") {
  const Pair pair("a MatMul\n", "b Add\n");
  CHECK(pair.Changed() == Lines{"a removed", "b added"});
}

TEST_CASE("types of op are matched by name and never renamed") {
  const Pair pair("a MatMul step=1:10:0:0\nb Add step=1:3:0:0\n",
                  "a MatMul step=1:30:0:0\nb Mul step=1:3:0:0\n", "op");
  CHECK(pair.Changed() == Lines{"Add removed", "Mul added"});
  const Section section = pair.Table();
  // The cost of a type is its own, without the types after it.
  const auto row = RowOf(section, "MatMul");
  CHECK(row[1] == Cell(int64_t{1}));
  CHECK(row[3] == Cell(int64_t{10}));
  CHECK(row[4] == Cell(int64_t{30}));
  CHECK(row[6] == Cell(2.0));
}

TEST_CASE("what is not there has no value, and no share of a change") {
  const Pair pair("a Add step=1:5:0:0\n",
                  "a Add step=1:5:0:0\nb Mul step=1:7:0:0\n");
  const auto row = RowOf(pair.Table(), "b");
  CHECK(row[3] == Cell());
  CHECK(row[4] == Cell(int64_t{7}));
  CHECK(row[6] == Cell());
  CHECK(row[7] == Cell());
}

TEST_CASE("changes below the least are left out, siblings are by size") {
  const Pair pair(
      "a Add step=1:100:0:0\nb Mul step=1:100:0:0\nc Sub step=1:1000:0:0\n",
      "a Add step=1:103:0:0\nb Mul step=1:80:0:0\nc Sub step=1:1010:0:0\n");
  CHECK(pair.Shown() ==
        Lines{"_TFProfRoot  -7us", "b  -20us", "c  10us", "a  3us"});
  CHECK(pair.Shown({.absolute = 10}) ==
        Lines{"_TFProfRoot  -7us", "b  -20us", "c  10us"});
  CHECK(pair.Shown({.share = 0.02}) ==
        Lines{"_TFProfRoot  -7us", "b  -20us", "a  3us"});
}

}  // namespace tfprof
