// SPDX-License-Identifier: Apache-2.0
// Checkers of single steps.
#include <algorithm>

#include "analysis/advise/checker.h"
#include "analysis/memory/memory_of_dump.h"
#include "analysis/path/path_of_dump.h"
#include "model/rules.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

using Texts = std::vector<std::string>;

Texts FindingsOf(std::string_view checker, const PathOfDump* path,
                 const MemoryOfDump* memory) {
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  input.path = path;
  input.memory = memory;
  const std::vector<std::string> names = {std::string(checker)};
  Diagnostics diagnostics;
  const Advice advice =
      RunCheckers(input, names, std::vector<CheckerSetting>(), diagnostics)
          .value();
  Texts texts;
  for (const Advice::Statement& statement : advice.entries[0].statements) {
    texts.push_back((statement.is_finding ? "found: " : "said: ") +
                    statement.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("rows whose removal makes the step shorter are found") {
  StepMaker maker;
  maker.Add("x/a", "MatMul()", 0, 80'000);
  maker.Add("x/b", "Neg(x/a)", 80'000, 85'000);
  maker.Add("x/c", "Sum()", 0, 60'000);  // what is left if a is gone
  maker.Add("x/d", "Add(x/b, x/c)", 85'000, 100'000);
  PathOfDump dump;
  dump.records = maker.Finish();
  dump.hosts = TasksByHost(dump.records).value();
  dump.answers.push_back(AskPath(dump.hosts[0], {}, 0));
  const Texts found = FindingsOf("CriticalPathChecker", &dump, nullptr);
  // a, by type and by name: 25 us, not the 80 that it takes.
  REQUIRE(found.size() >= 2);
  CHECK(found.back().find("x/d, Add: once") != std::string::npos);
  CHECK(std::any_of(found.begin(), found.end(), [](const std::string& text) {
    return text ==
           "found: step 0: x/a, MatMul: once on the critical path for 80us; "
           "without it the step of 100us would be 25us shorter (25%)";
  }));
}

TEST_CASE("a step that is replayed wrongly is no ground for advice") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 50'000);
  maker.Add("b", "MatMul()", 0, 50'000);
  PathOfDump dump;
  dump.records = maker.Finish();
  dump.hosts = TasksByHost(dump.records).value();
  dump.answers.push_back(AskPath(dump.hosts[0], {}, 1));
  CHECK(FindingsOf("CriticalPathChecker", &dump, nullptr) ==
        Texts{"said: step 0: replayed as it was it takes +100.0% of its time: "
              "what mending would save cannot be trusted"});
}

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
