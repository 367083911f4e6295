// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/input_stages.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("the deepest iterator on any thread is the stage") {
  RecordedMaker maker;
  maker.Event(0, "Iterator::Root::Prefetch", 0, 100);
  maker.Event(1, "Iterator::Root::Prefetch::Map", 20, 60);
  maker.Event(1, "decode", 30, 50);
  const HostView view(WaitingHost(maker));
  const InputStages stages(view);
  std::vector<std::string> found;
  stages.ForEach(10 * kUs, 110 * kUs,
                 [&](int64_t ps, std::string_view stage, std::string_view) {
                   found.push_back(fmt::format("{} {}", ps / kUs, stage));
                 });
  CHECK(found == std::vector<std::string>{"10 Iterator::Root::Prefetch",
                                          "10 Iterator::Root::Prefetch::Map",
                                          "20 Iterator::Root::Prefetch::Map",
                                          "10 Iterator::Root::Prefetch::Map",
                                          "40 Iterator::Root::Prefetch",
                                          "10 "});
}

}  // namespace tfprof
