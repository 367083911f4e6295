// SPDX-License-Identifier: Apache-2.0
#include "store/history.h"

#include <algorithm>
#include <string>

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

RecordedRun RunOf(int64_t number, std::vector<Row> rows) {
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
  std::vector<Row> first = {RowOf(Row::kNoParent, "(all)", 0, 9000),
                            RowOf(0, "a", 1, 4000),
                            RowOf(1, "a/b", 2, 1000)};
  for (int i = 0; i < 40; ++i) {
    first.push_back(RowOf(0, "idle" + std::to_string(i), 1, 0));
  }
  // Has too few of those names to share their layout.
  const std::vector<Row> second = {RowOf(Row::kNoParent, "(all)", 0, 5000),
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

}  // namespace tfprof
