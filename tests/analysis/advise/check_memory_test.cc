// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "analysis/advise/checker.h"
#include "analysis/memory/memory_of_dump.h"
#include "support/ask_checker.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

TEST_CASE("large scratch memory at the peak is found, with what it costs") {
  const int64_t at_us = StepMaker::kOrigin / 1000;
  StepMaker maker({.memory = true});
  const std::vector<AllocationRecord> records = {
      {at_us + 1, 1000}, {at_us + 2, 5000}, {at_us + 3, -5000}};
  const AllocatorRecord use{.allocator = "cpu", .allocations = records};
  maker.AddExec({.name = "conv",
                 .all_start_us = at_us,
                 .op_end_rel_us = 9,
                 .all_end_rel_us = 9,
                 .label = "conv = Conv2D()",
                 .memory = {&use, 1}});
  MemoryOfDump dump;
  dump.records = maker.Finish();
  dump.memory = LiveMemory(dump.records, {}).value();
  CHECK(FindingsOf("PeakMemoryChecker", nullptr, &dump) ==
        Texts{"found: step 0: conv: 5.00KB of 6.00KB that cpu holds at its "
              "peak are scratch memory of one operation; without it the peak "
              "is 5.00KB lower"});
}

}  // namespace tfprof
