// SPDX-License-Identifier: Apache-2.0
#include "store/history.h"

#include <algorithm>
#include <string>
#include <utility>

#include "store/history_writer.h"
#include "support/catch.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using Row = RecordedRun::Row;

Row RowOf(uint32_t parent, std::string name, int64_t depth, int64_t median_ns) {
  Row row;
  row.parent = parent;
  row.name = std::move(name);
  row.depth = depth;
  row.median_ns = median_ns;
  return row;
}

RecordedRun RunOf(int64_t number, RecordedRun::Rows rows) {
  RecordedRun run{.commit = "c", .branch = "main", .fingerprint = number};
  run.steps.push_back({0, 2.0, std::nullopt, 3.0, true});
  run.rows = std::move(rows);
  return run;
}

Result<History> Recorded(const std::string& path,
                         const std::vector<RecordedRun>& runs) {
  TFPROF_ASSIGN_OR_RETURN(HistoryWriter writer,
                          HistoryWriter::Open(path, Durability::kNone));
  for (const RecordedRun& run : runs) {
    TFPROF_RETURN_IF_ERROR(writer.Add(run));
  }
  TFPROF_RETURN_IF_ERROR(writer.Finish());
  return History::OpenToRead(path);
}

}  // namespace

TEST_CASE("rows are added up over runs, down to a depth") {
  const TempDir folder;
  RecordedRun::Rows first = {RowOf(Row::kNoParent, "(all)", 0, 9000),
                             RowOf(0, "a", 1, 4000),
                             RowOf(1, "a/b", 2, 1000)};
  for (int i = 0; i < 40; ++i) {
    first.push_back(RowOf(0, "idle" + std::to_string(i), 1, 0));
  }
  // Has too few of those names to share their layout.
  const RecordedRun::Rows second = {RowOf(Row::kNoParent, "(all)", 0, 5000),
                                    RowOf(0, "a", 1, 2000)};
  const auto history = Recorded(
      folder / "h.db", {RunOf(1, first), RunOf(2, first), RunOf(3, second)});
  REQUIRE(history);
  std::vector<History::RowSum> rows = history->SumRows({1, 2, 3}, 1).value();
  std::ranges::sort(rows);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == History::RowSum{0, 1, 5});
  CHECK(rows[1] == History::RowSum{0, 1, 18});
  CHECK(rows[2] == History::RowSum{1, 2, 2});
  CHECK(rows[3] == History::RowSum{1, 2, 8});
  CHECK(history->NameOf(2).value() == "a");
  CHECK(history->NameOf(99).value().empty());
  CHECK(history->ParentsOf({1, 3, 99}).value() ==
        std::vector<int64_t>{0, 2, 0});
}

TEST_CASE("what is known of a name is found among far more of other runs") {
  const TempDir folder;
  const auto row_of_run = [](int64_t params) {
    RecordedRun::Rows rows = {RowOf(Row::kNoParent, "(all)", 0, 100),
                              RowOf(0, "a", 1, 50), RowOf(0, "b\xff", 1, 50)};
    rows[1].exact[0] = static_cast<double>(params);
    return rows;
  };
  std::vector<RecordedRun> runs = {RunOf(1, row_of_run(7))};
  for (int64_t run = 2; run < 40; ++run) {
    runs.push_back(
        RunOf(run, {RowOf(Row::kNoParent, "(all)", 0, 100),
                    RowOf(0, "only_in_" + std::to_string(run), 1, 100)}));
  }
  runs.push_back(RunOf(40, row_of_run(7)));
  runs.push_back(RunOf(41, row_of_run(8)));
  const auto history = Recorded(folder / "h.db", runs);
  REQUIRE(history);
  for (const auto& [run, params] : {std::pair(1, 7.0), {40, 7.0}, {41, 8.0}}) {
    const RecordedRun::Rows rows = history->Read(run).value().rows;
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].name == "(all)");
    CHECK(rows[1].name == "a");
    CHECK(rows[1].parent == 0);
    CHECK(rows[1].exact[0] == params);
    CHECK(rows[2].name == "b\\xff");
    CHECK(rows[2].median_ns == 50);
  }
  const RecordedRun::Rows other = history->Read(39).value().rows;
  REQUIRE(other.size() == 2);
  CHECK(other[1].name == "only_in_39");
  CHECK(history->ParentsOf({41, 42}).value() == std::vector<int64_t>{1, 0});
}

}  // namespace tfprof
