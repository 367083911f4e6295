// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_waiting.h"

#include <numeric>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {


}  // namespace

TEST_CASE("the account of each window adds up to its length") {
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  REQUIRE(waiting->processes.size() == 1);
  const WaitingOfProcess& process = waiting->processes[0];
  REQUIRE(process.devices.size() == 2);
  for (const DeviceMoments& device : process.devices) {
    const WindowAccount account = AccountOf(device, process.windows);
    CHECK(account.length_ps == 200 * kUs);
    CHECK(account.of_class[0] == 40 * kUs);
    CHECK(account.idle_ps == 160 * kUs);
    CHECK(account.busy_ps == 40 * kUs);
    CHECK(account.waiting_ps == 0);
  }
  REQUIRE(process.between.size() == 1);
  const WindowAccount between =
      AccountOf(process.devices[0], process.between[0]);
  CHECK(between.idle_ps == 20 * kUs);
  CHECK(waiting->StepOf(0, process.between[0]) == nullptr);
  CHECK(waiting->StepOf(0, process.windows[1])->number == 1);
}

TEST_CASE("operations have their exposed time and works in windows") {
  const auto waiting = WaitingOf(LoadingCapture(), {1});
  const WaitingOfProcess& process = waiting->processes[0];
  const auto rows = AccountByOperation(process.view->works, process.devices[0],
                                       process.windows);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].name == "gemm");
  CHECK(rows[0].exposed_ps == 20 * kUs);
  CHECK(rows[0].works == 1);
}

}  // namespace tfprof
