// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/roofline.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/work_step.h"

namespace tfprof {

TEST_CASE("a roof is the lower of what computing and memory allow") {
  // 1000 operations over 8000 bytes in 10 ns.
  const auto rows = [](double flops, double bytes) {
    WorkStep step;
    step.Add("a", "Const()", {{1000}});
    step.Add("s", "Square(a)", {{1000}});
    step.Add("mine", "Mine(a)", {{1000}});
    return RooflineSectionsOf(
        std::make_shared<const WorkReport>(step.Count()), {flops, bytes}, {.row_limit = 0});
  };
  const auto memory = RowOf(rows(1e12, 1e11)[0], "s");
  CHECK(memory[8] == Cell(0.125));
  CHECK(memory[9] == Cell(int64_t{100'000'000'000}));
  CHECK(memory[10] == Cell(int64_t{800'000'000'000}));
  CHECK(memory[11] == Cell(std::string("memory")));
  CHECK(std::get<double>(memory[12]) == Approx(100e9 / (0.125 * 1e11)));
  const auto compute = RowOf(rows(1e10, 1e12)[0], "s");
  CHECK(compute[11] == Cell(std::string("compute")));
  CHECK(std::get<double>(compute[12]) == Approx(10));
  const auto unknown = RowOf(rows(1e10, 1e12)[0], "mine");
  CHECK(unknown[4] == Cell());
  CHECK(unknown[8] == Cell());
  CHECK(unknown[9] == Cell());
  const auto totals = std::get<Table>(rows(1, 1)[1].block).rows.at(0);
  CHECK(totals == std::vector<Cell>{int64_t{1000}, int64_t{30}, int64_t{20},
                                    20.0 / 30, int64_t{3}, int64_t{2}});
}

}  // namespace tfprof
