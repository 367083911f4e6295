// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_records.h"

#include <string>
#include <variant>
#include <vector>

#include "support/catch.h"
#include "support/made_fleet.h"

namespace tfprof {

namespace {

using Fields = std::vector<std::string>;

const Fields kNames = {"worker",    "kind",   "step",     "name",
                       "op",        "code",   "cause",    "time_ns",
                       "length_ns", "own_ns", "input_ns", "waiting_ns",
                       "graph",     "error"};

Fields StepRow(const std::string& worker, const std::string& step,
               const std::string& length = "10") {
  return {worker, "step", step, "",  "",  "", "",
          "",     length, "10", "0", "0", "", ""};
}

Fields NodeRow(const std::string& worker, const std::string& step,
               const std::string& cause = "own work") {
  return {worker, "node", step, "n", "MatMul", "", cause,
          "10",   "",     "",   "",  "",       "", ""};
}

// The error in rows; empty if they are valid.
std::string WrongIn(const std::vector<Fields>& rows) {
  auto reader = FleetRecordReader::Open(kNames);
  REQUIRE(reader);
  Fleet fleet(FleetView::kScope);
  for (const Fields& row : rows) {
    const Status added = reader->Add(row, fleet);
    if (!added) return added.error().message;
  }
  const Status finished = reader->Finish(fleet);
  return finished ? "" : finished.error().message;
}

}  // namespace

TEST_CASE("records say all that the comparison needs") {
  std::vector<Worker> workers = SynchronousJob();
  workers[2] = {};
  workers[2].name = "worker_2";
  workers[2].error = "damaged";
  const std::vector<std::string> expected = TextOf(ResultOf(workers));
  const Section section = FleetRecords(workers, /*when_written=*/false);
  const auto& table = std::get<Table>(section.block);
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns)
    names.push_back(KeyOf(column));
  auto reader = FleetRecordReader::Open(names);
  REQUIRE(reader);
  Fleet fleet(FleetView::kScope);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields;
    for (const Cell& cell : row) {
      const auto* text = std::get_if<OwnedText>(&cell);
      const auto* whole = std::get_if<int64_t>(&cell);
      fields.push_back(text != nullptr    ? std::string(text->view())
                       : whole != nullptr ? std::to_string(*whole)
                                          : "");
    }
    REQUIRE(reader->Add(fields, fleet));
  }
  REQUIRE(reader->Finish(fleet));
  const auto result = fleet.Finish();
  REQUIRE(result);
  CHECK(TextOf(*result) == expected);
}

TEST_CASE("records that are made when they are written are the same") {
  const std::vector<Worker> workers = SynchronousJob();
  const auto now = std::get<Table>(FleetRecords(workers, false).block);
  const auto later = std::get<Table>(FleetRecords(workers, true).block);
  CHECK(later.rows.empty());
  REQUIRE(later.RowCount() == now.rows.size());
  std::vector<Cell> made;
  size_t wrong = 0;
  for (size_t row = 0; row < now.rows.size(); ++row) {
    wrong += later.RowAt(row, made) != now.rows[row];
  }
  CHECK(wrong == 0);
}

TEST_CASE(
    "records whose rows do not fit together are refused, with what is wrong") {
  CHECK(WrongIn({StepRow("a", "1"), NodeRow("a", "1")}).empty());
  CHECK(WrongIn({StepRow("a", "1"), StepRow("a", "1")}) ==
        "step 1 of worker 'a' occurs twice: were rows added twice?");
  CHECK(WrongIn({StepRow("a", "1"), NodeRow("a", "2")}) ==
        "worker 'a' has times of step 2 but no row for that step");
  CHECK(WrongIn({StepRow("a", "1", "9")}) ==
        "step 1 is shorter than its parts");
  CHECK(WrongIn({StepRow("a", "x")}) == "step 'x' is not a whole number");
  CHECK(WrongIn({StepRow("a", "1", "-1")}) ==
        "length_ns '-1' is not a whole number");
  CHECK(
      WrongIn({NodeRow("a", "1", "sloth")}) ==
      "unknown cause 'sloth'; expected own work, input, waiting for others or "
      "call");
  CHECK(WrongIn({{"a", "step"}}) == "2 fields instead of 14");
  Fields other = StepRow("a", "1");
  other[1] = "walk";
  CHECK(WrongIn({other}) ==
        "unknown kind 'walk'; expected worker, step or node");
}

TEST_CASE("records without a column are not those of workers") {
  Fields names = kNames;
  names.erase(names.begin() + 6);
  const auto reader = FleetRecordReader::Open(names);
  REQUIRE_FALSE(reader);
  CHECK(reader.error().message ==
        "no column 'cause': are these rows of tfprof fleet --records?");
}

TEST_CASE("the apostrophe that guards a formula is no part of a name") {
  auto reader = FleetRecordReader::Open(kNames);
  REQUIRE(reader);
  Fleet fleet(FleetView::kScope);
  REQUIRE(reader->Add(StepRow("'=a", "1"), fleet));
  REQUIRE(reader->Add(StepRow("'b", "1"), fleet));
  REQUIRE(reader->Finish(fleet));
  const auto result = fleet.Finish();
  REQUIRE(result);
  std::vector<std::string> names;
  for (const FleetWorker& worker : result->workers)
    names.push_back(worker.name);
  std::sort(names.begin(), names.end());
  CHECK(names == Fields{"'b", "=a"});
}

}  // namespace tfprof
