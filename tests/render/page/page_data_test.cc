// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_data.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/page_section.h"

namespace tfprof {

TEST_CASE("pages that are too large lose timelines first, then steps, rows") {
  PageLimits all;
  all.timelines = 3;
  CHECK(all.Less().timelines == 1);
  CHECK(all.Less().choices == all.choices);
  all.timelines = 1;
  const PageLimits less = all.Less();
  CHECK(less.choices == 1);
  CHECK(less.tree_rows == all.tree_rows);
  CHECK(less.Less().tree_rows == all.tree_rows / 2);
  CHECK(less.Less().slices == all.slices / 2);
}

TEST_CASE("a page names the steps whose operations it leaves out") {
  TracedSteps timelines;
  for (const int64_t number : {4, 3, 5}) {
    TracedStep step;
    step.trace.step = number;
    timelines.push_back(std::move(step));
  }
  PageLimits limits;
  limits.timelines = 1;
  const auto section = SectionOf(std::move(timelines), limits);
  CHECK(section["step"].GetInt64() == 4);
  REQUIRE(section["notes"].Size() == 1);
  CHECK(section["notes"][0].GetString() ==
        std::string("not on this page, which would be too large: the "
                    "operations of steps 3, 5"));
}

TEST_CASE("of a very long text in a table a page has both ends") {
  Table table{{{"name"}}, {}};
  table.AddRow({"a" + std::string(3'000, 'x') + "z"});
  table.AddRow({std::string(1'000, 'y')});
  const auto section = SectionOf(std::move(table), {});
  const std::string shown = section["rows"][0][0].GetString();
  CHECK(shown.size() == 1'000 + std::string("\u2026").size());
  CHECK(shown.front() == 'a');
  CHECK(shown.back() == 'z');
  CHECK(section["rows"][1][0].GetStringLength() == 1'000);
}

}  // namespace tfprof
