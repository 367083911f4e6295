// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/recording/recording_tables.h"
#include "model/dtype.h"
#include "support/catch.h"
#include "support/made_recording.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

// An allocator whose peak three equal tensors and one larger one make.
Recordings WithAllocator() {
  RecordingMaker maker("h");
  Allocator& allocator = maker.recording().allocators.emplace_back();
  allocator.name = "GPU_0_bfc";
  allocator.peak_bytes = 700;
  allocator.peak_ps = 2'500'000;
  allocator.capacity_bytes = 1000;
  allocator.alive = {{.node = "large",
                      .region = "temp",
                      .shape = "[4]",
                      .dtype = kFloatType,
                      .bytes = 400,
                      .requested_bytes = 390,
                      .count = 1},
                     {.node = "small", .bytes = 100, .count = 3}};
  return maker.Finish();
}

}  // namespace

TEST_CASE("people see when the peak was in us, programs in ps") {
  const auto people = AllocatorSections(WithAllocator(), RowFormat());
  const auto programs =
      AllocatorSections(WithAllocator(), {.is_for_people = false});
  REQUIRE(people.size() == 2);
  CHECK(RowOf(people[0], "h")[2] == Cell(int64_t{700}));
  CHECK(RowOf(people[0], "h")[3] == Cell(2.5));
  CHECK(RowOf(programs[0], "h")[3] == Cell(int64_t{2'500'000}));
  CHECK(TableOf(people[0]).columns[3].title == "peak at");
  CHECK(TableOf(programs[0]).columns[3].title == "peak ps");
}

TEST_CASE("tensors that are the same are a row each") {
  const auto sections = AllocatorSections(WithAllocator(), RowFormat());
  const Table& alive = TableOf(sections[1]);
  REQUIRE(alive.rows.size() == 4);
  CHECK(alive.rows[0][2] == Cell("large"));
  CHECK(alive.rows[0][6] == Cell("float"));
  CHECK(alive.rows[3][2] == Cell("small"));
  CHECK(sections[1].notes.empty());
}

TEST_CASE("people see the first of what was alive, and how many more there are") {
  const auto people = AllocatorSections(WithAllocator(), {.row_limit = 2});
  CHECK(TableOf(people[1]).rows.size() == 2);
  CHECK(people[1].notes ==
        std::vector<std::string>{"2 more rows; --row_limit=0 shows all"});
  const auto programs = AllocatorSections(
      WithAllocator(), {.is_for_people = false, .row_limit = 2});
  CHECK(TableOf(programs[1]).rows.size() == 4);
}

}  // namespace tfprof
