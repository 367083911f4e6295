// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/flops_sections.h"

#include <variant>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/work_step.h"

namespace tfprof {

TEST_CASE("an estimate of which a part is unknown is unknown") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{3, 4}});
  step.Add("known", "MatMul(a, b)", {{2, 4}});
  step.Add("unknown", "MatMul(a, b)");
  step.Add("s", "Square(a)", {{2, 3}});
  const auto sections = FlopsSectionsOf(step.Count(), 2.0, 10);
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].notes[0] ==
        "FLOPs estimate: unknown for 1 of 2 nodes; 48 of the others");
  CHECK(sections[0].notes[1] == "FLOPs/second: unknown");
  CHECK(RowOf(sections[0], "unknown")[3] == Cell());
  CHECK(std::get<Table>(sections[1].block).rows.at(0) ==
        std::vector<Cell>{Cell(), Cell(), int64_t{2}, int64_t{1}});
}

TEST_CASE("an estimate is that of a run and of a second") {
  WorkStep step;
  step.Add("a", "Const()", {{2, 3}});
  step.Add("b", "Const()", {{3, 4}});
  step.Add("m", "MatMul(a, b)", {{2, 4}});
  const WorkReport report = step.Count();
  const auto sections = FlopsSectionsOf(report, 2.0, 10);
  CHECK(sections[0].notes[0] == "FLOPs estimate: 48");
  CHECK(std::get<Table>(sections[1].block).rows.at(0) ==
        std::vector<Cell>{int64_t{48}, int64_t{24'000'000}, int64_t{1},
                          int64_t{1}});
  // Without a length of the step there is no rate.
  const auto without = FlopsSectionsOf(report, 0, 10);
  CHECK(std::get<Table>(without[1].block).rows.at(0)[1] == Cell());
}

}  // namespace tfprof
