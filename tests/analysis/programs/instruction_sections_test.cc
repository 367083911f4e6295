// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_sections.h"

#include <memory>

#include "support/catch.h"
#include "support/program_capture.h"
#include "support/table_of.h"

namespace tfprof {

TEST_CASE("instructions are a table, with totals by device") {
  ProgramCapture capture;
  capture.hlo.Computation();
  capture.hlo.Add("add", {1000});
  capture.Run(capture.Device(DeviceKind::kGpu), 0, 4, "add.0");
  const auto found =
      std::make_shared<const RecordedInstructions>(capture.Find());
  const RowFormat format{.is_for_people = false};
  const auto sections = InstructionSections(found, format);
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].heading == "roofline");
  CHECK(TableOf(sections[0]).RowCount() == 1);
  CHECK(sections[1].heading == "roofline totals");
  CHECK(TableOf(sections[1]).RowCount() == 1);
  CHECK(InstructionSections(std::make_shared<const RecordedInstructions>(),
                            format)
            .empty());
}

}  // namespace tfprof
