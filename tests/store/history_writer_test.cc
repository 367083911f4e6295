// SPDX-License-Identifier: Apache-2.0
#include "store/history_writer.h"

#include <filesystem>
#include <string>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

RecordedRun RunOf(int64_t number) {
  RecordedRun run{.commit = "c" + std::to_string(number),
                  .branch = "main",
                  .fingerprint = number,
                  .median_us = 1.5 * static_cast<double>(number)};
  run.steps.push_back({number, 2.0, std::nullopt, 3.0, true});
  RecordedRun::Row row;
  row.median_ns = 7 * number;
  run.rows.push_back(row);
  run.peaks.push_back({"gpu", 5, std::nullopt});
  run.feeds.emplace_back("x", "[2]");
  return run;
}

HistoryWriter Opened(const std::string& path) {
  auto writer = HistoryWriter::Open(path, Durability::kNone);
  REQUIRE(writer);
  return *std::move(writer);
}

}  // namespace

TEST_CASE("a new history appears with its runs, when it is whole") {
  const TempDir folder;
  const std::string path = folder / "history.db";
  {
    HistoryWriter writer = Opened(path);
    REQUIRE(writer.Add(RunOf(1)));
    CHECK(folder.entry_count() == 0);
  }
  CHECK(folder.entry_count() == 0);

  HistoryWriter writer = Opened(path);
  REQUIRE(writer.Add(RunOf(1)));
  REQUIRE(writer.Add(RunOf(2)));
  REQUIRE(writer.Finish());
  CHECK(folder.entry_count() == 1);
  // Readers and writers of others may use it at the same time.
  CHECK(ReadFile(path).substr(18, 2) == "\2\2");
  const auto history = History::OpenToRead(path);
  REQUIRE(history);
  CHECK(history->RunsOf("main").value().size() == 2);
  const RecordedRun second = history->Read(2).value();
  CHECK(second.commit == "c2");
  CHECK(second.rows.at(0).median_ns == 14);
}

TEST_CASE("a history that another has made meanwhile gets the runs") {
  const TempDir folder;
  const std::string path = folder / "history.db";
  HistoryWriter first = Opened(path);
  HistoryWriter second = Opened(path);
  REQUIRE(first.Add(RunOf(1)));
  REQUIRE(second.Add(RunOf(2)));
  REQUIRE(second.Add(RunOf(3)));
  REQUIRE(first.Finish());
  REQUIRE(second.Finish());
  CHECK(folder.entry_count() == 1);
  const auto history = History::OpenToRead(path);
  REQUIRE(history);
  CHECK(history->RunsOf("main").value().size() == 3);
  const RecordedRun third = history->Read(3).value();
  CHECK(third.fingerprint == 3);
  CHECK(third.steps.at(0).length_us == 2.0);
  CHECK(third.steps.at(0).is_used);
  CHECK(third.rows.at(0).median_ns == 21);
  CHECK(third.peaks.at(0).of_step == 5);
  CHECK(third.feeds == RunOf(3).feeds);
}

TEST_CASE("a history that is there gets each run as it comes") {
  const TempDir folder;
  const std::string path = folder / "history.db";
  HistoryWriter made = Opened(path);
  REQUIRE(made.Add(RunOf(1)));
  REQUIRE(made.Finish());
  HistoryWriter writer = Opened(path);
  REQUIRE(writer.Add(RunOf(2)));
  const auto history = History::OpenToRead(path);
  REQUIRE(history);
  CHECK(history->RunsOf("main").value().size() == 2);
}

}  // namespace tfprof
