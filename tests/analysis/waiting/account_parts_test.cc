// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/account_parts.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

TEST_CASE("the account of a device on the screen adds up to its steps") {
  DumpSummary summary;
  summary.step.emplace();
  summary.devices.push_back({.name = "/device:gpu:0", .steps = 2});
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  IdleOfDevices idle(*waiting);
  AddAccounts(idle, summary);
  const auto& parts = summary.devices[0].account;
  REQUIRE(parts.size() >= 3);
  CHECK(parts[0].name == "compute");
  CHECK(parts[0].share == Approx(0.2));
  CHECK_FALSE(parts[0].is_idle);
  double sum = 0, region = 0;
  for (const DumpSummary::AccountPart& part : parts) {
    sum += part.share;
    if (part.name != "region") continue;
    region = part.share;
    CHECK(part.evidence == "load_batch");
  }
  CHECK(sum == Approx(1));
  CHECK(region == Approx(0.2));
}

TEST_CASE("a recording without steps has no account on the screen") {
  DumpSummary summary;
  summary.step.emplace().is_recording = true;
  summary.devices.push_back({.name = "/device:gpu:0", .steps = 2});
  const auto waiting = WaitingOf(LoadingCapture(), {0, 1});
  IdleOfDevices idle(*waiting);
  AddAccounts(idle, summary);
  CHECK(summary.devices[0].account.empty());
}

TEST_CASE("of many devices the least, median and most busy ones are shown") {
  std::vector<DumpSummary::Device> devices;
  for (const double busy : {30.0, 10.0, 50.0, 20.0, 40.0}) {
    devices.push_back({.name = "d", .busy_ps = busy, .idle_ps = 100 - busy});
  }
  using Shown = std::vector<std::pair<size_t, std::string_view>>;
  CHECK(ShownDevices(devices) ==
        Shown{{1, "least busy"}, {0, "median"}, {2, "most busy"}});
  devices.pop_back();
  CHECK(ShownDevices(devices) == Shown{{0, ""}, {1, ""}, {2, ""}, {3, ""}});
}

}  // namespace tfprof
