// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/lit_records.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/xspace/step_records_of.h"
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

TEST_CASE("events on the path are those of what ran then") {
  Recording host;
  host.host = "h";
  host.devices.push_back({Recording::Device::Kind::kHost, "/device:cpu:0"});
  for (const char* name : {"while/body/a", "b"}) {
    Recording::Row& row = host.rows.emplace_back();
    row.name = host.strings.Intern(name);
    row.type = host.strings.Intern("Op");
  }
  // "a" runs twice; what it runs within cuts the second time into two.
  host.stretches = {{0, 0, 2'000'000, 3'000'000, 7},
                    {0, 0, 4'000'000, 5'000'000, 7},
                    {0, 0, 6'000'000, 7'000'000, 7},
                    {1, 0, 7'000'000, 9'000'000, 7},
                    {1, 0, 20'000'000, 21'000'000, 8}};
  const StepRecords records =
      StepRecordsOf({std::make_shared<Recording>(std::move(host))}, 7,
                    /*is_whole=*/false, NodeInputs());
  CHECK(records.size() == 4);  // those of step 8 are not its
  TraceBuilder builder;
  builder.BeginHost("h");
  builder.BeginPlane("/host:CPU");
  builder.BeginLine("thread");
  builder.AddEvent("while/body/_5/a:Op", 2'000'000, 1'000'000);
  builder.AddEvent("while/body/_5/a:Op", 4'000'000, 3'000'000);
  builder.AddEvent("inner", 5'000'000, 1'000'000);
  builder.AddEvent("a kernel of b", 7'000'000, 2'000'000);
  builder.AddEvent("b:Op", 20'000'000, 1'000'000);
  const Traces traces = builder.Finish();
  CHECK(RecordsOnPath(TasksByHost(records).value(), traces[0]) ==
        std::vector<uint32_t>{0, 1, 3});
}

}  // namespace tfprof
