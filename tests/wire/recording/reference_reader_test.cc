// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/xspace/op_table.h"
#include "model/xspace/recorded_stat.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/make_xspace.h"
#include "wire/recording/read_by_reference.h"

namespace tfprof {

namespace {

std::vector<OpTableRow> OpTableOfOne(const Recording& recording, size_t most) {
  // Not owned.
  const std::shared_ptr<const Recording> host(std::shared_ptr<void>(),
                                              &recording);
  return MakeOpTable({&host, 1}, most);
}

using Rows = std::vector<std::string>;

Result<Recording> Read(const std::string& bytes, Diagnostics& diagnostics,
                       const RecordingOptions& options = {kReferenceRules},
                       const ReadLimits& limits = {}, int jobs = 1) {
  const std::string path = "a.xplane.pb";
  const Bytes owned{std::string(bytes)};
  return ReadByReference({path, owned, 0, limits, {}, jobs}, options,
                         diagnostics);
}

Recording ReadWell(const std::string& bytes,
                   const RecordingOptions& options = {kReferenceRules},
                   int jobs = 1) {
  Diagnostics diagnostics;
  auto recording = Read(bytes, diagnostics, options, {}, jobs);
  REQUIRE(recording.has_value());
  return std::move(*recording);
}

std::string XSpaceError(const std::string& bytes) {
  Diagnostics diagnostics;
  const auto recording = Read(bytes, diagnostics);
  REQUIRE_FALSE(recording.has_value());
  CHECK(recording.error().code == ErrorCode::kCorrupt);
  return recording.error().message;
}

// "NAME TYPE COUNT TOTAL SELF" of each row, by name; without idle rows.
Rows RowsOf(const Recording& recording) {
  Rows rows;
  for (const OpTableRow& row : OpTableOfOne(recording, 0)) {
    if (row.type == "IDLE") continue;
    rows.push_back(fmt::format("{} {} {} {} {}", row.name, row.type,
                               row.occurrences, row.total_ps, row.self_ps));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

// "NAME LENGTH ROW*COUNT..." of each step.
Rows StepsOf(const Recording& recording) {
  Rows steps;
  for (const Recording::Step& step : recording.steps) {
    std::map<std::string, int64_t> ran;
    recording.ForEachCell(
        recording.RunsOf(step.number), [&](const Recording::Cell& cell) {
          const StringId name = recording.rows[cell.row].name;
          ran[std::string(recording.strings[name])] += cell.count;
        });
    std::string line =
        fmt::format("{} {}", recording.NameOf(step), step.length_ps);
    for (const auto& [name, count] : ran) {
      line += fmt::format(" {}*{}", name, count);
    }
    steps.push_back(line);
  }
  return steps;
}

std::string Case(const std::string& name) {
  return ReadFile(TestData("xspace/" + name + "/xplane.pb"));
}

MakePlane Host() { return MakePlane("/host:CPU"); }

MakePlane::Stats Marker(int64_t step) {
  return {{"_r", int64_t{1}}, {"step_num", step}};
}

}  // namespace

TEST_CASE("a loop that runs anywhere takes the marked steps away") {
  const Recording recording = ReadWell(Case("loop_in_step"));
  CHECK(recording.grouped_by == GroupedBy::kIterations);
  CHECK(recording.steps.empty());
}

TEST_CASE(
    "kernels are told apart by operation/kernel, and the last one names") {
  MakePlane device("/device:GPU:0");
  device.Line(1, "Stream #1", 0,
              {device.Event("k/x", 0, 10, {{"tf_op", std::string("a:Mul")}}),
               device.Event("x", 20, 20, {{"tf_op", std::string("a/k:Mul")}}),
               device.Event("y", 50, 5, {{"tf_op", std::string("a/k:Mul")}})});
  // An operation ran as often as its busiest kernel.
  CHECK(RowsOf(ReadWell(MakeXSpace({Host(), device}))) ==
        Rows{"a/k Mul 2 35 35"});
}

TEST_CASE("the order of lines, planes and tables changes nothing") {
  const auto make = [](bool turned) {
    MakePlane host = Host();
    std::vector<std::string> first = {
        host.Event("train", 0, 1000, Marker(1)),
        host.Event("a:MatMul", 10, 100),
        host.Event("go", 200, 10, {{"_pt", int64_t{2}}, {"_p", int64_t{7}}})};
    std::vector<std::string> second = {
        host.Event("FunctionRun", 300, 100,
                   {{"_ct", int64_t{2}}, {"_c", int64_t{7}}}),
        host.Event("b:Add", 310, 20)};
    MakePlane other("/host:other");
    if (turned) host.Line(2, "u", 0, second);
    host.Line(1, "t", 0, first);
    if (!turned) host.Line(2, "u", 0, second);
    return turned ? MakeXSpace({other, host}) : MakeXSpace({host, other});
  };
  const Recording one = ReadWell(make(false));
  const Recording other = ReadWell(make(true));
  CHECK(StepsOf(one) == Rows{"train 1 1000 a*1 b*1"});
  CHECK(StepsOf(other) == StepsOf(one));
  CHECK(RowsOf(other) == RowsOf(one));
}

TEST_CASE("threads answer the same as one") {
  for (const char* name : {"keras_fit", "gpu", "memory", "jax_new"}) {
    const Recording one = ReadWell(Case(name), {kReferenceRules, true}, 1);
    const Recording many = ReadWell(Case(name), {kReferenceRules, true}, 8);
    CHECK(RowsOf(many) == RowsOf(one));
    CHECK(StepsOf(many) == StepsOf(one));
    CHECK(many.whole.busy_ps == one.whole.busy_ps);
  }
}

TEST_CASE("rows of steps and of none are rows of the whole") {
  for (const char* name : {"keras_fit", "trace_steps", "gpu"}) {
    const Recording recording = ReadWell(Case(name));
    int64_t whole = 0;
    int64_t parts = 0;
    recording.ForEachCell(
        recording.cell_runs,
        [&](const Recording::Cell& cell) { whole += cell.self_ps; });
    for (int64_t step = -1; step < 100; ++step) {
      recording.ForEachCell(
          recording.RunsOf(step),
          [&](const Recording::Cell& cell) { parts += cell.self_ps; });
    }
    CHECK(parts == whole);
    CHECK(whole > 0);
    for (const Recording::Step& step : recording.steps) {
      CHECK(step.busy_ps > 0);
      int64_t split = 0;
      for (size_t i = 0; i < kStepParts; ++i) split += step.parts_ps[i];
      CHECK(split == step.length_ps);
    }
  }
}

TEST_CASE("times that count from 1970 count from the first line") {
  MakePlane host = Host();
  constexpr int64_t kNow = 1'700'000'000'000'000'000;
  host.Line(1, "t", kNow + 5, {host.Event("a:A", 10, 100)});
  host.Line(2, "u", kNow, {host.Event("b:B", 20, 100)});
  const Recording recording = ReadWell(MakeXSpace({host}));
  CHECK(RowsOf(recording) == Rows{"a A 1 100 100", "b B 1 100 100"});
  CHECK(recording.whole.begin_ps == 20);
  CHECK(recording.whole.length_ps == 5090);
  CHECK(recording.start_ns == kNow);
}

TEST_CASE("a recording says when it began") {
  MakePlane host = Host();
  host.Line(1, "t", 5, {host.Event("a:A", 10, 100)});
  MakePlane environment("Task Environment");
  CHECK(ReadWell(MakeXSpace({host, environment})).start_ns == 0);
  environment.PlaneStat("profile_start_time",
                        uint64_t{1'795'346'925'835'510'362});
  const Recording recording = ReadWell(MakeXSpace({host, environment}));
  CHECK(recording.start_ns == 1'795'346'925'835'510'362);
  CHECK(recording.whole.begin_ps == 5010);
}

TEST_CASE("float ops of a name are those of an execution of its row") {
  MakePlane device("/device:GPU:0");
  device.NameStat("k1", "flops", int64_t{4096});
  device.Line(1, "Stream #1", 0,
              {device.Event("k1", 10, 100, {{"tf_op", std::string("a:A")}}),
               device.Event("k2", 110, 100, {{"tf_op", std::string("b:B")}})});
  const Recording recording = ReadWell(MakeXSpace({device}));
  REQUIRE(recording.rows.size() == 2);
  CHECK(recording.rows[0].float_ops == 4096);
  CHECK(recording.rows[1].float_ops == 0);
}

TEST_CASE("events with times that no run has are left out and counted") {
  MakePlane host = Host();
  constexpr int64_t kFar = 2'000'000'000'000'000'000;
  host.Line(1, "t", 0,
            {host.Event("a:A", 10, -5), host.Event("b:B", kFar, 5),
             host.Event("c:C", 20, kFar), host.Event("d:D", 30, 5)});
  const Recording recording = ReadWell(MakeXSpace({host}));
  CHECK(RowsOf(recording) == Rows{"d D 1 5 5"});
  CHECK(recording.complaints[0].impossible_events == 3);
}

TEST_CASE("planes with nothing in them are counted and named") {
  MakePlane host = Host();
  host.Line(1, "t", 0, {host.Event("a:A", 20, 5)});
  const Recording recording =
      ReadWell(MakeXSpace({MakePlane("Task"), host, MakePlane("")}));
  CHECK(RowsOf(recording) == Rows{"a A 1 5 5"});
  REQUIRE(recording.planes.size() == 3);
  CHECK(recording.strings[recording.planes[0].name] == "Task");
  CHECK(recording.planes[0].lines == 0);
  CHECK(recording.planes[1].events == 1);
  CHECK(recording.strings[recording.planes[2].name].empty());
  CHECK(recording.complaints.empty());
}

TEST_CASE("an event of an unknown name counts as one without a name") {
  MakePlane host = Host();
  host.Line(1, "t", 0,
            {NumberField(1, 77) + NumberField(2, 5) + NumberField(3, 6),
             host.Event("a:A", 20, 5)});
  const Recording recording = ReadWell(MakeXSpace({host}));
  CHECK(RowsOf(recording) == Rows{"a A 1 5 5"});
  CHECK(recording.complaints[0].nameless_events == 1);
}

TEST_CASE("a file that is cut says in which plane") {
  MakePlane host = Host();
  host.Line(1, "t", 0, {host.Event("a:A", 20, 5)});
  MakePlane device("/device:GPU:0");
  const std::string bytes = BytesField(1, host.Bytes()) +
                            BytesField(1, device.Bytes() + BytesField(9, "x"));
  const std::string cut = bytes.substr(0, bytes.size() - 1);
  CHECK(XSpaceError(cut) ==
        fmt::format("a.xplane.pb: byte {}: ends in the middle of plane "
                    "/device:GPU:0; --allow_partial shows what is there",
                    cut.size()));
  Diagnostics diagnostics;
  ReadLimits limits;
  limits.allow_partial = true;
  const auto recording = Read(cut, diagnostics, {kReferenceRules}, limits);
  REQUIRE(recording.has_value());
  CHECK(RowsOf(*recording) == Rows{"a A 1 5 5"});
  CHECK(diagnostics.Lines().size() == 1);
}

TEST_CASE("a file that is cut behind its planes says so") {
  MakePlane host = Host();
  host.Line(1, "t", 0, {host.Event("a:A", 20, 5)});
  const std::string bytes = MakeXSpace({host}, "worker");
  CHECK(XSpaceError(bytes.substr(0, bytes.size() - 1)) ==
        fmt::format("a.xplane.pb: byte {}: ends in the middle of a text behind "
                    "its planes; --allow_partial shows what is there",
                    bytes.size() - 1));
}

TEST_CASE("each prefix of an XSpace is an answer or an error") {
  for (const char* name : {"jax_cpu", "gpu", "random_1"}) {
    const std::string whole = Case(name);
    for (size_t size = 0; size < whole.size(); ++size) {
      Diagnostics diagnostics;
      const auto recording = Read(whole.substr(0, size), diagnostics);
      if (!recording.has_value()) {
        CHECK(recording.error().message.find("byte ") != std::string::npos);
      }
    }
  }
}

TEST_CASE("damage within a line is placed at its event") {
  MakePlane host = Host();
  // A wire type that does not exist.
  host.Line(1, "t", 0, {host.Event("a:A", 20, 5), std::string("\x0f")});
  const std::string bytes = MakeXSpace({host});
  const size_t at = bytes.find("\x22\x01\x0f");
  REQUIRE(at != std::string::npos);
  CHECK(XSpaceError(bytes) ==
        fmt::format("a.xplane.pb: byte {}: a field has an unknown type; the "
                    "file is cut short or damaged, write or copy it again",
                    at));
}

TEST_CASE("links that go in a circle end") {
  MakePlane host = Host();
  const auto links = [](int64_t from, int64_t to) {
    return MakePlane::Stats{{"_ct", int64_t{1}},
                            {"_c", from},
                            {"_pt", int64_t{1}},
                            {"_p", to},
                            {"_r", int64_t{1}}};
  };
  host.Line(
      1, "t", 0,
      {host.Event("train", 0, 100, links(2, 1)), host.Event("a:A", 10, 5)});
  host.Line(
      2, "u", 0,
      {host.Event("test", 0, 100, links(1, 2)), host.Event("b:B", 10, 5)});
  // Each has a root of its level above it.
  CHECK(StepsOf(ReadWell(MakeXSpace({host}))).empty());
}

TEST_CASE("each stat may be of each kind") {
  const MakePlane::Value values[] = {
      int64_t{-1}, uint64_t{5}, std::string("text"), MakePlane::Ref{"text"}};
  for (const char* name : {"_r",
                           "_a",
                           "_pt",
                           "_p",
                           "_ct",
                           "_c",
                           "id",
                           "iter_num",
                           "step_num",
                           "graph_type",
                           "correlation_id",
                           "is_func",
                           "is_eager",
                           "group_id",
                           "step_name",
                           "tf_op",
                           "shape",
                           "allocator_name",
                           "index_on_host",
                           "device_ordinal",
                           "bytes_reserved",
                           "requested_bytes",
                           "addr",
                           "region_type",
                           "data_type",
                           "flops"}) {
    REQUIRE(RecordedStatOf(name) < RecordedStat::kRead);
    for (const MakePlane::Value& value : values) {
      for (const char* plane : {"/host:CPU", "/device:GPU:0"}) {
        MakePlane made(plane);
        const MakePlane::Stats stats = {{name, value}};
        made.Line(1, "t", 0,
                  {made.Event("train", 0, 100, Marker(1)),
                   made.Event("a:A", 10, 5, stats),
                   made.Event("MemoryAllocation", 20, 0, stats),
                   made.Event("ExecutorState::Process", 30, 5, stats)});
        ReadWell(MakeXSpace({made}));
      }
    }
  }
}

TEST_CASE("of repeated stats of an event the first one counts") {
  MakePlane host = Host();
  host.Line(1, "t", 0,
            {host.Event("train", 0, 100,
                        {{"_r", int64_t{1}},
                         {"step_num", int64_t{4}},
                         {"step_num", int64_t{5}}}),
             host.Event("a:A", 10, 5)});
  CHECK(StepsOf(ReadWell(MakeXSpace({host}))) == Rows{"train 4 100 a*1"});
}

TEST_CASE("a step number without a sign counts as 0") {
  MakePlane host = Host();
  host.Line(1, "t", 0,
            {host.Event("train", 0, 100,
                        {{"_r", int64_t{1}}, {"step_num", uint64_t{5}}}),
             host.Event("a:A", 10, 5)});
  CHECK(StepsOf(ReadWell(MakeXSpace({host}))) == Rows{"train 0 100 a*1"});
}

TEST_CASE("an aggregate of events begins with its line") {
  MakePlane host = Host();
  const std::string named = host.Event("a:A", 0, 500);
  host.Line(1, "t", 3, {named + NumberField(2, 77) + NumberField(5, 7)});
  const Recording recording = ReadWell(MakeXSpace({host}));
  CHECK(RowsOf(recording) == Rows{"a A 1 500 500"});
  CHECK(recording.whole.begin_ps == 3000);
}

TEST_CASE("events that lie in each other 300,000 deep are no recursion") {
  MakePlane host = Host();
  std::vector<std::string> events;
  constexpr int64_t kDeep = 300'000;
  for (int64_t i = 0; i < kDeep; ++i) {
    events.push_back(host.Event("a:A", i, 2 * (kDeep - i)));
  }
  host.Line(1, "t", 0, events);
  const Recording recording = ReadWell(MakeXSpace({host}));
  REQUIRE(recording.rows.size() == 1);
  CHECK(RowsOf(recording)[0].ends_with(fmt::format(" {}", 2 * kDeep)));
}

}  // namespace tfprof
