// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/read_recorded_host.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/make_xspace.h"

namespace tfprof {

namespace {

using Host = std::shared_ptr<RecordedHost>;
using Words = std::vector<std::string>;
using Number = int64_t;
using Ref = MakePlane::Ref;

Result<Host> TryToRead(const std::string& bytes, bool allow_partial = false) {
  const std::string path = "run/worker-3.xplane.pb";
  const Bytes owned{std::string(bytes)};
  Diagnostics diagnostics;
  ReadLimits limits;
  limits.allow_partial = allow_partial;
  RecordedNeeds needs;
  needs.unknown_stats = true;
  return ReadRecordedHost({path, owned, 0, limits}, needs, diagnostics);
}

Host ReadPlanes(const std::vector<MakePlane>& planes) {
  auto host = TryToRead(MakeXSpace(planes));
  REQUIRE(host.has_value());
  return *host;
}

// "DEVICE NAME TYPE PROGRAM BEGIN END SELF" of each execution.
Words WorkOf(const RecordedHost& host) {
  Words words;
  for (const Executions::Row& row : host.work.rows) {
    const RecordedNode& node = host.nodes[row.node];
    words.push_back(fmt::format(
        "{} {} {} {} {} {} {}", host.devices[row.device].name.substr(8),
        host.Text(node.name), host.Text(node.type), host.Text(node.program),
        row.begin_ps, row.end_ps, row.self_ps));
  }
  std::sort(words.begin(), words.end());
  return words;
}

Words NoticesOf(const RecordedHost& host) {
  Words words;
  for (const RecordedHost::Notice& notice : host.notices) {
    words.push_back(fmt::format("{} {} {}", notice.code, notice.count,
                                notice.value_ps.value_or(-1)));
  }
  return words;
}

std::string LaunchOf(const RecordedHost& host, uint32_t launch) {
  return launch == kNoRow
             ? "none"
             : std::string(host.Text(host.events.NameOf(launch).text));
}

// A program with an instruction of each kind of name.
std::string MakeProgram() {
  const auto instruction = [](const std::string& name,
                              const std::string& opcode,
                              const std::string& op_name) {
    return BytesField(2, BytesField(1, name) + BytesField(2, opcode) +
                             BytesField(7, BytesField(2, op_name)));
  };
  const std::string entry =
      BytesField(1, "main") + instruction("p", "parameter", "x") +
      instruction("dot.1", "dot", "jit(f)/jit(main)/transpose") +
      instruction("copy.2", "copy", "x") +
      instruction("add.3", "add", "jit(f)/jit(main)/add") + NumberField(5, 7);
  return BytesField(
      1, BytesField(1, "jit_f") + BytesField(3, entry) + NumberField(6, 7));
}

}  // namespace

TEST_CASE("a launch is no work, whatever its name and stats") {
  MakePlane host("/host:CPU");
  host.Line(1, "main", 0,
            {host.Event("gemm", 100, 50,
                        {{"correlation_id", Number{5}},
                         {"hlo_op", "dot.1"},
                         {"program_id", uint64_t{3}}})});
  MakePlane gpu("/device:GPU:1");
  gpu.Line(14, "stream", 0,
           {gpu.Event("gemm", 400, 10, {{"correlation_id", Number{5}}})});
  const Host read = ReadPlanes({host, gpu});
  CHECK(WorkOf(*read) == Words{"gpu:1 gemm Kernel  400 410 10"});
  CHECK(LaunchOf(*read, read->work[0].launch) == "gemm");
}

TEST_CASE("of several launches with one id the earliest counts") {
  MakePlane host("/host:CPU");
  host.Line(1, "main", 0,
            {host.Event("late", 200, 1, {{"correlation_id", Number{5}}}),
             host.Event("early", 100, 1, {{"correlation_id", Number{5}}})});
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0,
           {gpu.Event("k", 400, 10, {{"correlation_id", Number{5}}})});
  const Host read = ReadPlanes({gpu, host});
  CHECK(LaunchOf(*read, read->work[0].launch) == "early");
}

TEST_CASE("lines that repeat work are no work") {
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0, {gpu.Event("k", 0, 10)});
  gpu.Line(3, "XLA Ops", 0, {gpu.Event("k", 0, 10)});
  gpu.Line(0xdeadbeef + 2, "of any name", 0, {gpu.Event("k", 0, 10)});
  gpu.Line(5, "_counters_", 0, {gpu.Event("k", 0, 10)});
  MakePlane core("/device:TPU:0 SparseCore 1");
  core.Line(1, "XLA Ops", 0, {core.Event("%k = f32[]", 0, 10)});
  const Host read = ReadPlanes({gpu, core});
  CHECK(read->work.size() == 1);
  REQUIRE(read->devices.size() == 1);
  using enum RecordedHost::LineUse;
  std::vector<RecordedHost::LineUse> uses;
  for (const RecordedHost::Line& line : read->lines) uses.push_back(line.use);
  CHECK(uses == std::vector<RecordedHost::LineUse>{kWork, kDerived, kDerived,
                                                   kCounters, kNotKnown});
}

TEST_CASE("operations on a GPU are named by tf_op, levels or annotations") {
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0,
           {gpu.Event("k1", 0, 1, {{"tf_op", Ref{"a/MatMul:MatMul"}}}),
            gpu.Event("k2", 1, 1,
                      {{"level 0", "outer:Outer"}, {"level 1", "b:Add#x=1#"}}),
            gpu.Event("k3", 2, 1, {{"annotation", "x::c:Mul::not one"}}),
            gpu.Event("k4.kd", 3, 1, {{"tf_op", "XlaModule:"}}),
            gpu.Event("MemcpyH2D", 4, 1),
            gpu.Event("set", 5, 1, {{"memset_details", "x"}})});
  CHECK(WorkOf(*ReadPlanes({gpu})) ==
        Words{"gpu:0 MemcpyH2D Copy  4 5 1", "gpu:0 a/MatMul MatMul  0 1 1",
              "gpu:0 b Add  1 2 1", "gpu:0 c Mul  2 3 1",
              "gpu:0 k4 Kernel  3 4 1", "gpu:0 set Memset  5 6 1"});
}

TEST_CASE("instructions are named by the program's proto") {
  MakePlane meta("/host:metadata");
  meta.NameStat("jit_f(21)", "Hlo Proto", MakePlane::Blob{MakeProgram()});
  MakePlane host("/host:CPU");
  std::vector<std::string> events;
  for (const char* name : {"dot.1", "copy.2", "add.3", "other.4"}) {
    events.push_back(host.Event(name, 10 * static_cast<int64_t>(events.size()),
                                5,
                                {{"hlo_op", name},
                                 {"hlo_module", "jit_f"},
                                 {"program_id", Number{21}}}));
  }
  host.Line(1, "worker", 0, events);
  const Host read = ReadPlanes({meta, host});
  CHECK(WorkOf(*read) ==
        Words{"cpu:0 jit(f)/add/add.3 add jit_f(21) 20 25 5",
              "cpu:0 jit(f)/transpose/dot.1 dot jit_f(21) 0 5 5",
              "cpu:0 jit_f/copy.2 copy jit_f(21) 10 15 5",
              "cpu:0 jit_f/other.4 other jit_f(21) 30 35 5"});
}

TEST_CASE("a TPU has a clock of its own, waits, and nests") {
  MakePlane host("/host:CPU");
  host.Line(1, "main", 0,
            {host.Event("DoEnqueueProgram", 5000, 10,
                        {{"_pt", Number{3}}, {"_p", Number{77}}})});
  MakePlane tpu("/device:TPU:2");
  tpu.NameStat("%while.1 = ()", "program_id", uint64_t{9});
  tpu.NameStat("%copy-done.1 = ()", "program_id", uint64_t{9});
  tpu.NameStat("%copy-done.1 = ()", "hlo_category", "copy-done");
  tpu.NameStat("%dot.2 = ()", "program_id", uint64_t{9});
  tpu.NameStat("%dot.2 = ()", "tf_op", "jit(f)/dot_general:");
  const auto times = [](int64_t begin, int64_t length) {
    return MakePlane::Stats{{"device_offset_ps", begin},
                            {"device_duration_ps", length}};
  };
  tpu.Line(1, "XLA Modules", 0,
           {tpu.Event("jit_f(9)", 6000, 900,
                      {{"_ct", Number{3}}, {"_c", Number{77}}})});
  tpu.Line(2, "XLA Ops", 0,
           {tpu.Event("%dot.2 = ()", 6100, 700, times(1100, 30)),
            tpu.Event("%copy-done.1 = ()", 6500, 1, times(1140, 20)),
            tpu.Event("%while.1 = ()", 6000, 800, times(1000, 200))});
  const Host read = ReadPlanes({tpu, host});
  // The run begins at 1000 of the device's clock, its launch at 5000.
  CHECK(NoticesOf(*read) == Words{"device clock moved 1 4000"});
  CHECK(
      WorkOf(*read) ==
      Words{"tpu:2 jit(f)/dot_general/dot.2 dot_general jit_f(9) 5100 5130 30",
            "tpu:2 jit_f/copy-done.1 copy-done jit_f(9) 5140 5160 20",
            "tpu:2 jit_f/while.1 while jit_f(9) 5000 5200 150"});
  REQUIRE(read->runs.size() == 1);
  CHECK(read->runs[0].begin_ps == 5000);
  CHECK(read->runs[0].end_ps == 5200);
  CHECK(LaunchOf(*read, read->runs[0].launch) == "DoEnqueueProgram");
  CHECK(read->WorkOf(read->runs[0]).size() == 3);
  REQUIRE(read->devices.size() == 1);
  CHECK(read->devices[0].occupied.LengthPs() == 200);
  CHECK(read->devices[0].busy.LengthPs() == 180);
}

TEST_CASE("runs of programs are work where nothing else is recorded") {
  MakePlane tpu("/device:TPU:0");
  tpu.Line(1, "XLA Modules", 0,
           {tpu.Event("jit_f(9)", 10, 5), tpu.Event("jit_f(9)", 20, 5)});
  const Host read = ReadPlanes({tpu});
  CHECK(WorkOf(*read) == Words{"tpu:0 jit_f program jit_f(9) 10 15 5",
                               "tpu:0 jit_f program jit_f(9) 20 25 5"});
  CHECK(read->runs.size() == 2);
}

TEST_CASE("a kernel over the next one is cut, branches of a graph are not") {
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0,
           {gpu.Event("a", 0, 100), gpu.Event("b", 60, 40),
            gpu.Event("c", 200, 100, {{"cuda_graph_id", Number{4}}}),
            gpu.Event("d", 210, 100, {{"cuda_graph_id", Number{4}}})});
  const Host read = ReadPlanes({gpu});
  CHECK(WorkOf(*read) ==
        Words{"gpu:0 a Kernel  0 60 60", "gpu:0 b Kernel  60 100 40",
              "gpu:0 c Kernel  200 300 100", "gpu:0 d Kernel  210 310 100"});
  CHECK(NoticesOf(*read) == Words{"kernels over the next 1 40"});
  CHECK(read->devices[0].busy.LengthPs() == 100 + 110);
}

TEST_CASE("a GPU's clock moves so that nothing runs before its launch") {
  MakePlane host("/host:CPU");
  host.Line(1, "main", 0,
            {host.Event("launch", 500, 5, {{"correlation_id", Number{1}}})});
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0,
           {gpu.Event("k", 300, 10, {{"correlation_id", Number{1}}})});
  gpu.Line(0xdeadbeef, "Steps", 0, {gpu.Event("1", 290, 30)});
  const Host read = ReadPlanes({host, gpu});
  CHECK(WorkOf(*read) == Words{"gpu:0 k Kernel  500 510 10"});
  CHECK(NoticesOf(*read) == Words{"device clock moved 1 200"});
  REQUIRE(read->device_steps.size() == 1);
  CHECK(read->device_steps[0].begin_ps == 490);
}

TEST_CASE("an instruction ends where what depends on it begins") {
  MakePlane host("/host:CPU");
  const auto run = [](MakePlane::Stats stats) {
    stats.push_back({"run_id", Number{4}});
    stats.push_back({"program_id", Number{1}});
    return stats;
  };
  host.Line(
      1, "a", 0,
      {host.Event(
          "dot.1", 0, 100,
          run({{"hlo_op", "dot.1"}, {"_pt", Number{14}}, {"_p", Number{8}}}))});
  host.Line(2, "b", 0,
            {host.Event("add.2", 130, 10, run({{"hlo_op", "add.2"}})),
             host.Event("end: dot.1", 180, 0,
                        {{"_ct", Number{14}}, {"_c", Number{8}}})});
  host.Line(3, "c", 0,
            {host.Event("f (wait for completion)", 0, 170, run({}))});
  const Host read = ReadPlanes({host});
  CHECK(WorkOf(*read) == Words{"cpu:0 program/add.2 add (1) 130 140 10",
                               "cpu:0 program/dot.1 dot (1) 0 130 130"});
  REQUIRE(read->runs.size() == 1);
  CHECK(read->runs[0].end_ps == 170);
}

TEST_CASE("operations of TensorFlow are what a CPU is busy with") {
  MakePlane host("/host:CPU");
  host.Line(
      1, "worker", 0,
      {host.Event("dense/MatMul:MatMul", 0, 10),
       host.Event("x/_2:_Recv", 20, 10),
       host.Event("IteratorGetNext:IteratorGetNext", 40, 10),
       host.Event("a:Add", 42, 2), host.Event("EagerLocalExecute: Mul", 60, 5),
       host.Event("EagerLocalExecute: Sub", 70, 5),
       host.Event("b:Sub", 71, 2)});
  const Host read = ReadPlanes({host});
  REQUIRE(read->devices.size() == 1);
  CHECK(read->devices[0].records == 0);
  // MatMul, Mul that no operation lies in, and the Sub in the other call.
  CHECK(read->devices[0].busy.LengthPs() == 10 + 5 + 2);
  CHECK(read->operations.size() == 6);
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", 0, {gpu.Event("k", 0, 10)});
  const Host beside = ReadPlanes({host, gpu});
  CHECK(beside->devices.size() == 1);
  CHECK(beside->operations.size() == 6);
}

TEST_CASE("tables leave out events with times that no run has and count them") {
  MakePlane gpu("/device:GPU:0");
  constexpr int64_t kFar = 2'000'000'000'000'000'000;
  gpu.Line(14, "stream", 0,
           {gpu.Event("k", 0, 10), gpu.Event("negative", 5, -1),
            gpu.Event("long", 5, kFar), gpu.Event("late", kFar, 1),
            gpu.Event("last", INT64_MAX, INT64_MAX)});
  const Host read = ReadPlanes({gpu});
  CHECK(read->work.size() == 1);
  CHECK(NoticesOf(*read) == Words{"impossible events 4 -1"});
}

TEST_CASE("operations of threads with times that no run has are counted, too") {
  MakePlane host("/host:CPU");
  host.Line(1, "t", 0,
            {host.Event("a:A", INT64_MAX, 5), host.Event("b:B", 5, INT64_MAX),
             host.Event("c:C", INT64_MIN, 5), host.Event("d:D", 10, 20),
             host.Event("region", INT64_MAX, 5)});
  const Host read = ReadPlanes({host});
  CHECK(read->operations.size() == 1);
  CHECK(NoticesOf(*read) == Words{"impossible events 3 -1"});
}

TEST_CASE("a line at the end of time is where times begin") {
  MakePlane host("/host:CPU");
  host.Line(1, "t", INT64_MAX, {host.Event("a:A", 3, 5)});
  const Host read = ReadPlanes({host});
  REQUIRE(read->operations.size() == 1);
  CHECK(read->events[0].begin_ps == 3);
  CHECK(NoticesOf(*read).empty());
}

TEST_CASE("times since 1970 become times since the recording began") {
  constexpr int64_t kNow = 1'700'000'000'000'000'000;
  MakePlane gpu("/device:GPU:0");
  gpu.Line(14, "stream", kNow + 5, {gpu.Event("k", 7, 10)});
  MakePlane host("/host:CPU");
  host.Line(1, "main", kNow, {host.Event("e", 0, 1)});
  host.Line(2, "without events", 3, {});
  const Host read = ReadPlanes({host, gpu});
  CHECK(WorkOf(*read) == Words{"gpu:0 k Kernel  5007 5017 10"});
  CHECK(read->start_ns == kNow);
}

TEST_CASE("a recording says what it lacks") {
  MakePlane host("/host:CPU");
  host.Line(
      1, "main", 0,
      {host.Event("PjitFunction(f)", 0, 1), host.Event("$a.py:3 f", 0, 1)});
  MakePlane gpu("/device:GPU:0");
  MakePlane env("Task Environment");
  env.PlaneStat("dropped_events", Number{12});
  env.PlaneStat("process_id", Number{431});
  env.PlaneStat("jax_version", std::string("0.10.2\nmore"));
  const Host read = ReadPlanes({host, gpu, env});
  CHECK(NoticesOf(*read) == Words{"events dropped 12 -1", "python traced 1 -1",
                                  "accelerators without work 1 -1",
                                  "work is not recorded 1 -1"});
  CHECK(read->process_id == 431);
  CHECK(read->versions.at("jax_version") == "0.10.2");
}

TEST_CASE("stats that no rule reads are counted by event") {
  MakePlane host("/host:CPU");
  host.NameStat("e", "odd", Number{1});
  host.Line(
      1, "main", 0,
      {host.Event("e", 0, 1, {{"odd", Number{2}}}),
       host.Event("f", 0, 1, {{"level 3", "x"}}),
       host.Event("g", 0, 1, {{"new", Number{2}}}), host.Event("e", 2, 1)});
  const Host read = ReadPlanes({host});
  REQUIRE(read->unknown_stats.size() == 2);
  CHECK(read->Text(read->unknown_stats[0].name) == "odd");
  CHECK(read->unknown_stats[0].events == 2);
  CHECK(read->Text(read->unknown_stats[1].name) == "new");
}

TEST_CASE("events of threads know what is around them and who started them") {
  MakePlane host("/host:CPU");
  host.Line(
      1, "main", 0,
      {host.Event("inner", 20, 5, {{"_pt", Number{1}}, {"_p", Number{6}}}),
       host.Event("outer", 10, 50, {{"step_num", uint64_t{7}}})});
  host.Line(
      2, "pool", 0,
      {host.Event("task", 90, 5, {{"_ct", Number{1}}, {"_c", Number{6}}})});
  const Host read = ReadPlanes({host});
  const HostEvents& events = read->events;
  REQUIRE(events.size() == 3);
  CHECK(read->Text(events.NameOf(0).text) == "outer");
  CHECK(events.StatsOf(0).step_num == 7);
  CHECK(events[1].parent == 0);
  REQUIRE(events.ProducersOf(2).size() == 1);
  CHECK(events.ProducersOf(2)[0] == 1);
  CHECK(events.ConsumersOf(1)[0] == 2);
}

TEST_CASE("the order of planes and lines does not matter") {
  MakePlane host("/host:CPU");
  host.Line(1, "main", 0,
            {host.Event("l", 0, 5, {{"correlation_id", Number{1}}}),
             host.Event("PjitFunction(f)", 0, 50)});
  MakePlane one("/device:GPU:1");
  one.Line(14, "stream", 0,
           {one.Event("k", 30, 10, {{"correlation_id", Number{1}}})});
  MakePlane two("/device:GPU:0");
  two.Line(14, "stream", 0, {two.Event("k", 50, 10)});
  const Host a = ReadPlanes({host, one, two});
  const Host b = ReadPlanes({two, one, host});
  CHECK(WorkOf(*a) == WorkOf(*b));
  REQUIRE(a->devices.size() == 2);
  CHECK(a->devices[0].name == b->devices[0].name);
  CHECK(a->work[0].device == 0);
}

TEST_CASE("a recording that is cut anywhere is read or refused") {
  MakePlane meta("/host:metadata");
  meta.NameStat("jit_f(21)", "Hlo Proto", MakePlane::Blob{MakeProgram()});
  MakePlane host("/host:CPU");
  host.Line(1, "w", 0,
            {host.Event("dot.1", 0, 5,
                        {{"hlo_op", "dot.1"}, {"program_id", Number{21}}})});
  const std::string whole = MakeXSpace({meta, host});
  for (size_t size = 0; size < whole.size(); ++size) {
    const auto read = TryToRead(whole.substr(0, size), size % 2 == 0);
    if (!read) CHECK(read.error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("a long module is kept once by the tables of a recording") {
  constexpr int64_t kMany = 800;
  const std::string module(100'000, 'm');
  MakePlane host("/host:CPU");
  std::vector<std::string> events;
  for (int64_t i = 0; i < kMany; ++i) {
    const std::string name = "dot." + std::to_string(i);
    events.push_back(host.Event(
        name, 10 * i, 5, {{"hlo_op", name}, {"hlo_module", Ref{module}}}));
  }
  host.Line(1, "t", 0, events);
  const Host read = ReadPlanes({host});
  REQUIRE(read->nodes.size() == kMany);
  size_t size = 0;
  for (const RecordedNode& node : read->nodes) {
    size += read->Text(node.name).size();
  }
  CHECK(size < 40'000'000);
  CHECK(read->Text(read->nodes[0].name) == module + "/dot.0");
  CHECK(read->Text(read->nodes[kMany - 1].name) == "dot.799");
}

}  // namespace tfprof
