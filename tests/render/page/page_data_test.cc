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
  std::vector<TraceTimeline> timelines(3);
  timelines[0].trace.step = 4;
  timelines[1].trace.step = 3;
  timelines[2].trace.step = 5;
  PageLimits limits;
  limits.timelines = 1;
  const auto section = SectionOf(std::move(timelines), limits);
  CHECK(section["step"].GetInt64() == 4);
  REQUIRE(section["notes"].Size() == 1);
  CHECK(section["notes"][0].GetString() ==
        std::string("not on this page, which would be too large: the "
                    "operations of steps 3, 5"));
}

}  // namespace tfprof
