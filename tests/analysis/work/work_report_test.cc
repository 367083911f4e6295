// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_report.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("nodes of a report say what was added, most float operations first") {
  WorkReport report(3);
  report.Add({.node = "b", .type = "Relu", .runs = 2, .float_ops = 5});
  report.Add({.node = "unknown",
              .type = "Mine",
              .runs = 1,
              .time_ns = int64_t{1} << 40,
              .source = "none: no formula",
              .is_product = true});
  report.Add({.node = "a",
              .type = "MatMul",
              .runs = 1,
              .float_ops = 5,
              .remark = "by halves",
              .bytes = 0,
              .is_product = true,
              .product_ops = 7});
  report.Sort();
  REQUIRE(report.size() == 3);
  CHECK(report[0].node == "a");
  CHECK(report[0].remark == "by halves");
  CHECK(report[0].bytes == 0);
  CHECK(report[0].product_ops == 7);
  CHECK(report[1].node == "b");
  CHECK(report[1].runs == 2);
  CHECK_FALSE(report[1].bytes);
  CHECK_FALSE(report[1].is_product);
  CHECK(report[2].type == "Mine");
  CHECK(report[2].time_ns == int64_t{1} << 40);
  CHECK(report[2].source == "none: no formula");
  CHECK_FALSE(report[2].float_ops);
  CHECK_FALSE(report[2].product_ops);
}

}  // namespace tfprof
