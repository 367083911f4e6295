// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/program_sections.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

SharedWaiting WaitingOfProgram(RecordedMaker& maker) {
  const auto capture = WaitingCapture(maker, {{0, "python"}});
  std::vector<uint32_t> steps;
  for (uint32_t row = 0; row < capture->steps.size(); ++row) {
    steps.push_back(row);
  }
  return std::make_shared<const RecordedWaiting>(FindWaiting(capture, steps));
}

std::vector<Cell> FirstProgramRow(const Section& section) {
  std::vector<Cell> made;
  return std::get<Table>(section.block).RowAt(0, made);
}

int64_t ProgramWholeAt(const Section& section, size_t column) {
  return std::get<int64_t>(FirstProgramRow(section).at(column));
}

std::string ProgramTextAt(const Section& section, size_t column) {
  return TextOf(FirstProgramRow(section).at(column), Unit::kNone);
}

}  // namespace

TEST_CASE("programs read picoseconds of regions and lines") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "$train.py:3 step", 10, 30);
  const std::vector<Section> sections =
      RegionSections(WaitingOfProgram(maker), {.is_for_people = false});
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].heading == "regions");
  CHECK(ProgramTextAt(sections[0], 0) == "worker");
  CHECK(ProgramWholeAt(sections[0], 1) == 100'000'000);
  CHECK(ProgramTextAt(sections[0], 5) == "train");
  CHECK(sections[1].heading == "lines");
  CHECK(ProgramWholeAt(sections[1], 1) == 20'000'000);
  CHECK(ProgramTextAt(sections[1], 3) == "train.py:3 step");
}

TEST_CASE("people see no process if there is one, and the first rows") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "load", 10, 30);
  const std::vector<Section> sections = RegionSections(
      WaitingOfProgram(maker), {.is_for_people = true, .row_limit = 1});
  const Table& table = std::get<Table>(sections[0].block);
  CHECK(table.columns[0].title == "total");
  CHECK(table.RowCount() == 1);
  CHECK(sections[0].notes.back() == "1 more rows; --time_limit=0 shows all");
}

TEST_CASE("compilations are listed with the steps they began in") {
  RecordedMaker maker;
  maker.Marker(0, "train", 4, 0, 100);
  maker.Event(0, "PjitFunction(f)", 10, 60);
  maker.Event(0, "backend_compile", 20, 50);
  const Section section =
      CompileSection(WaitingOfProgram(maker), {.is_for_people = false});
  CHECK(ProgramWholeAt(section, 1) == 30'000'000);
  CHECK(ProgramWholeAt(section, 2) == 1);
  CHECK(ProgramTextAt(section, 4) == "f");
  CHECK(ProgramTextAt(section, 5) == "4");
  RecordedMaker none;
  none.Marker(0, "train", 4, 0, 100);
  CHECK(CompileSection(WaitingOfProgram(none), {}).notes.front() ==
        "no program was traced or compiled");
}

TEST_CASE("collectives of a recording have a row for each device") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu, 0);
  maker.Work(gpu, 0, 10, maker.Node("ncclDevKernel_AllGather_RING"));
  const Section section =
      CollectiveSection(WaitingOfProgram(maker), {.is_for_people = false});
  CHECK(ProgramTextAt(section, 1) == "/device:gpu:0");
  CHECK(ProgramWholeAt(section, 2) == 10'000'000);
  CHECK(ProgramTextAt(section, 4).empty());
}

}  // namespace tfprof
