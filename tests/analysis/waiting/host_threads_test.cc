// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_threads.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

TEST_CASE("the main thread has the most markers, then calls, then frames") {
  RecordedMaker maker;
  maker.Event(0, "long", 0, 1000);
  maker.Event(1, "$train.py:1 f", 0, 10);
  maker.Event(1, "$train.py:2 g", 20, 30);
  maker.Event(2, "PjitFunction(f)", 0, 10);
  SECTION("calls go before frames") {
    const HostView view(WaitingHost(maker));
    CHECK(view.threads.main_line == 2);
    CHECK(view.threads.is_program[1]);
    CHECK_FALSE(view.threads.is_program[2]);  // "pool"
  }
  SECTION("markers go first") {
    maker.Marker(3, "train", 1, 0, 5);
    const HostView view(WaitingHost(maker, {{2, "Python3/7"}}));
    CHECK(view.threads.main_line == 3);
    CHECK(view.threads.is_program[2]);
    CHECK(view.threads.is_program[3]);
    CHECK_FALSE(view.threads.is_program[0]);
  }
}

TEST_CASE("calls on a driver's line are those of the thread around them") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t dot = maker.Node("jit(f)/dot", "jit_f(1)", "dot.1");
  maker.Event(0, "jit_f:XLA GPU module", 0, 100);
  maker.Event(0, "dot.1", 10, 30);
  maker.Event(1, "GpuExecutable::ExecuteThunks", 0, 100);
  const uint32_t first = maker.Event(2, "hipModuleLaunchKernel", 15, 25);
  const uint32_t next = maker.Event(2, "hipModuleLaunchKernel", 60, 70);
  maker.Work(gpu, 30, 40, dot, first);
  maker.Work(gpu, 70, 80, dot, next);
  SECTION("three points for the operation, one for a module") {
    const HostView view(WaitingHost(maker, {{2, "Host Threads/1"}}));
    CHECK(view.threads.owner[2] == 0);
    CHECK(view.threads.owner[1] == 1);
  }
  SECTION("with too few points the line stands for itself") {
    for (int i = 0; i < 8; ++i) {
      maker.Event(2, "hipMalloc", 200 + 10 * i, 205 + 10 * i);
    }
    const HostView view(WaitingHost(maker, {{2, "Host Threads/1"}}));
    CHECK(view.threads.owner[2] == 2);
  }
}

}  // namespace tfprof
