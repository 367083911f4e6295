// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/lone_instructions.h"

#include <memory>
#include <string>

#include "analysis/programs/instruction_sections.h"
#include "analysis/programs/instruction_top.h"
#include "analysis/programs/precision_rows.h"
#include "support/catch.h"
#include "support/hlo_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

// A loop whose body has a product and a call of a library, a fusion, and a
// computation that nobody calls.
RecordedInstructions LoneProgram() {
  HloMaker hlo;
  const auto body = hlo.Computation();
  const auto matrix = hlo.Parameter(0, {4, 8});
  hlo.Add("dot", {4, 4}, {matrix, matrix});
  hlo.OperationOf(1).has_contracting = true;
  hlo.OperationOf(1).contracting = hlo.Numbers({1});
  const auto call = hlo.Add("custom-call", {4}, {1});
  hlo.Target(call, "mosaic");
  const auto fused = hlo.Computation();
  hlo.Add("add", {100}, {hlo.Parameter(0, {100}), hlo.Parameter(1, {100})});
  hlo.Computation();
  hlo.Add("sine", {1000});
  const auto main = hlo.Computation();
  const auto input = hlo.Parameter(0, {100});
  hlo.Add("fusion", {100}, {input, input}, {fused});
  hlo.Add("while", {100}, {input}, {body});
  hlo.AddTuple("tuple", {{100}}, {input});
  hlo.Entry(main);
  return FindLoneInstructions({{7, hlo.Finish()}});
}

}  // namespace

TEST_CASE("a program alone has the instructions that run, once each") {
  const RecordedInstructions found = LoneProgram();
  CHECK_FALSE(found.has_times);
  REQUIRE(found.rows.size() == 4);
  CHECK(found.rows[0].instruction == "dot.1");
  CHECK(found.rows[0].float_ops == 2 * 4 * 4 * 8);
  CHECK(found.rows[0].program_id == "7");
  CHECK(found.rows[1].instruction == "fusion.8");
  CHECK(found.rows[1].float_ops == 100);
  CHECK(found.rows[1].bytes == 1200);
  // The loop itself, and the call whose work nobody knows.
  CHECK(found.rows[2].instruction == "custom-call.2");
  CHECK_FALSE(found.rows[2].float_ops.has_value());
  CHECK(found.rows[2].Source() == "none: custom call mosaic");
  CHECK(found.rows[3].instruction == "while.9");
}

TEST_CASE("what did not run has neither times nor runs") {
  const auto found =
      std::make_shared<const RecordedInstructions>(LoneProgram());
  const auto sections = InstructionSections(found, {.is_for_people = false});
  REQUIRE(sections.size() == 2);
  const Table& table = TableOf(sections[0]);
  std::vector<Cell> made;
  const std::vector<Cell>& row = table.RowAt(0, made);
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const std::string key = KeyOf(table.columns[i]);
    const bool is_of_time =
        key == "runs" || key == "devices" || key == "time_ns" ||
        key == "self_ns" || key == "flops_per_s" || key == "bytes_per_s" ||
        key == "bound" || key == "roof_share" || key == "wasted_ns";
    if (is_of_time) CHECK(std::holds_alternative<std::monostate>(row[i]));
  }
  const auto& notes = sections[0].notes;
  REQUIRE(notes.size() == 3);
  CHECK(notes[0] == kWorkOfOneRun);
  CHECK(notes[1] ==
        "float operations and bytes are known of 3 of 4 "
        "instructions");
  CHECK(notes[2] == "float operations are not known: custom call mosaic (1)");
  CHECK(LinesOf(sections[1]) ==
        std::vector<std::string>{" |  | 356 | 1.52KB |  |  |  |  | 4 | 3"});
}

TEST_CASE("rows of programs alone are ranked by float operations") {
  const RecordedInstructions found = LoneProgram();
  TopOptions options;
  options.by = TopBy::kOp;
  const Section section = TopOfInstructions(found, options);
  REQUIRE(section.notes.size() == 1);
  CHECK(section.notes[0] == kWorkOfOneRun);
  const auto lines = LinesOf(section);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].ends_with("| dot"));
  CHECK(lines[1].ends_with("| fusion"));
  options.by = TopBy::kProgram;
  CHECK(LinesOf(TopOfInstructions(found, options))
            .front()
            .ends_with("|  |  | jit_f(7)"));
}

TEST_CASE("a program without an entry has no instructions that run") {
  HloMaker hlo;
  hlo.Computation();
  hlo.Add("add", {100});
  CHECK(FindLoneInstructions({{7, hlo.Finish()}}).rows.empty());
}

}  // namespace tfprof
