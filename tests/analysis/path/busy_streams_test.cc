// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/busy_streams.h"

#include "support/catch.h"
#include "support/task_step.h"

namespace tfprof {

TEST_CASE("the streams of both GPUs count, each nanosecond once") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("a", "Op()", 0, 5);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("k0", "", 10, 30, {});
  maker.AddLabelled("k1", "", 100, 110, {});
  maker.BeginDevice("/device:GPU:1/stream:14");
  maker.AddLabelled("k2", "", 20, 50, {});
  maker.BeginDevice(StepMaker::kCpu);
  maker.Add("cpu", "Op()", 90, 95);
  const TaskStep step(maker);
  const BusyStreams streams(step.tasks);
  const auto busy = [&](std::string_view task, std::string_view cause,
                        int64_t length) {
    return streams.BusyBetween(static_cast<uint32_t>(step.Find(task)),
                               static_cast<uint32_t>(step.Find(cause)), length);
  };
  CHECK(busy("k1", "k0", 80) == 10);   // 20 to 30
  CHECK(busy("k1", "k2", 80) == 30);   // 20 to 50
  CHECK(busy("k1", "k2", 60) == 10);   // 40 to 50
  CHECK(busy("k1", "k2", 0) == 0);
  CHECK(busy("cpu", "k2", 60) == 20);  // of the cause's GPU
  CHECK(busy("cpu", "cpu", 60) == 0);
  CHECK(streams.Total() == 30 + 30);
}

}  // namespace tfprof
