// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <stdexcept>

#include "support/catch.h"

namespace tfprof {

TEST_CASE("both are done when it returns") {
  int here = 0, other = 0;
  RunBoth([&] { here = 1; }, [&] { other = 2; });
  CHECK(here == 1);
  CHECK(other == 2);
}

TEST_CASE("what either throws comes out, after the other is done") {
  const auto fail = [] { throw std::runtime_error("failed"); };
  bool is_done = false;
  const auto finish = [&] { is_done = true; };
  CHECK_THROWS_AS(RunBoth(fail, finish), std::runtime_error);
  CHECK(is_done);
  is_done = false;
  CHECK_THROWS_AS(RunBoth(finish, fail), std::runtime_error);
  CHECK(is_done);
}

}  // namespace tfprof
