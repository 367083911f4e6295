// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/waiting_capture.h"

namespace tfprof {

using Lines = std::vector<std::string>;

TEST_CASE("programs read idle time by reason, region, line and stage") {
  const auto sections =
      IdleSections(WaitingOf(LoadingCapture(), {0}), {false, 20, true});
  REQUIRE(sections.size() == 4);
  CHECK(sections[0].heading == "idle");
  CHECK(sections[1].heading == "idle by region");
  CHECK(sections[2].heading == "idle by line");
  CHECK(sections[3].heading == "idle by stage");
  Lines keys;
  for (const TableColumn& column : TableOf(sections[0]).columns) {
    keys.push_back(KeyOf(column));
  }
  CHECK(keys == Lines{"host", "device", "reason", "idle_ps", "stretches",
                      "short_stretches", "longest_ps", "recorded_ps",
                      "guess_ps", "evidence"});
  CHECK(LinesOf(sections[1])[1] ==
        "worker | /device:gpu:0 | load_batch | 20000000 | 1 | 0 | 20000000 | "
        "20000000 | 0 | load_batch");
  CHECK(LinesOf(sections[3]).empty());
}

TEST_CASE("people see which rows are guesses, and rows without a name") {
  const auto sections =
      IdleSections(WaitingOf(LoadingCapture(), {1}), {true, 20, false});
  bool has_guess = false;
  for (const std::string& line : LinesOf(sections[0])) {
    has_guess |= line.starts_with("/device:gpu:0 | ~ host_read");
  }
  CHECK(has_guess);
  REQUIRE(sections[0].notes.size() == 1);
  CHECK(sections[0].notes[0].starts_with("~ marks rows"));
  CHECK(LinesOf(sections[2])[0].starts_with("/device:gpu:0 | (none) | "));
}

}  // namespace tfprof
