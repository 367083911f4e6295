// SPDX-License-Identifier: Apache-2.0
#include "wire/events/event_records.h"

#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"

namespace tfprof {

namespace {

const char kPath[] =
    TFPROF_TESTDATA "/artefacts/tf1_events/events.out.tfevents.1795296126.vm";

std::string ErrorOf(const std::string& content) {
  const auto records = ReadEventRecords("events", content, false);
  return records ? "" : records.error().message;
}

}  // namespace

TEST_CASE("an event file holds graphs and tagged run metadata") {
  const std::string content = ReadFile(kPath);
  const EventRecords records =
      ReadEventRecords("events", content, false).value();
  CHECK(records.graph_defs.size() == 1);
  CHECK(records.meta_graph_defs.size() == 2);
  REQUIRE(records.steps.size() == 3);
  CHECK(records.steps[2].tag == "step002");
  CHECK(records.steps[2].step == 2);
  CHECK(records.steps[2].run_metadata.size() > 1000);
  CHECK(records.losses.empty());
}

TEST_CASE("a record that is cut short at the end is lost, others count") {
  const std::string content = ReadFile(kPath);
  size_t steps = 3;
  for (size_t size = content.size() - 1; size > content.size() - 1500; --size) {
    const EventRecords records =
        ReadEventRecords("events", content.substr(0, size), false).value();
    CHECK(records.steps.size() <= steps);
    steps = records.steps.size();
  }
  CHECK(steps == 1);
  const EventRecords cut =
      ReadEventRecords("events", content.substr(0, content.size() - 1), false)
          .value();
  REQUIRE(cut.losses.size() == 1);
  CHECK(cut.losses[0].ends_with("last record is cut short"));
}

TEST_CASE("a wrong checksum is an error with its place") {
  const std::string content = ReadFile(kPath);
  for (const size_t at : {0u, 9u, 13u, 75u}) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    INFO(at);
    CHECK(ErrorOf(damaged).starts_with("events: byte 0: "));
  }
  std::string damaged = content;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  CHECK(ErrorOf(damaged).find("a record has a wrong checksum") !=
        std::string::npos);
  const EventRecords rest = ReadEventRecords("events", damaged, true).value();
  CHECK(rest.steps.size() == 2);
  CHECK(rest.losses.size() == 1);
}

}  // namespace tfprof
