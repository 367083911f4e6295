// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/lit_records.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// A trace like a step file's, with streams between other lines.
Trace TraceOf(const std::vector<std::pair<const char*, uint32_t>>& devices) {
  Trace trace;
  for (const auto& [device, records] : devices) {
    const auto first = static_cast<uint32_t>(trace.name.size());
    trace.devices.push_back(
        {trace.strings.Intern(device), first, first + records});
    trace.name.resize(first + records, trace.strings.Intern("n"));
  }
  return trace;
}

}  // namespace

TEST_CASE("records on the path are found in the trace of their file") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 30);
  maker.Add("short", "Neg()", 0, 5);
  maker.Add("b", "Neg(a)", 30, 40);
  const StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records).value();
  const char* cpu = StepMaker::kCpu.data();
  CHECK(RecordsOnPath(hosts, TraceOf({{"/host:other", 2}, {cpu, 3}})) ==
        std::vector<uint32_t>{2, 4});
  // Of another step.
  CHECK(RecordsOnPath(hosts, TraceOf({{cpu, 4}})).empty());
}

}  // namespace tfprof
