// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_view.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("a thread is called by its line up to the first slash") {
  RecordedMaker maker;
  maker.Event(0, "a", 0, 10);
  maker.Event(1, "b", 0, 10);
  const HostView view(WaitingHost(maker, {{0, "tf_Compute/123"}, {1, "x"}}));
  CHECK(view.ThreadOf(0) == "tf_Compute");
  CHECK(view.ThreadOf(1) == "x");
  CHECK(view.works.empty());
  CHECK(view.KindOf(0).reason == WaitReason::kUnknown);
}

}  // namespace tfprof
