// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_data.h"

#include <string>
#include <utility>

#include <rapidjson/document.h>

#include "analysis/diff.h"
#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

// The only section of the data of a page with this block.
template <typename Block>
rapidjson::Document SectionOf(Block block, const PageLimits& limits) {
  Report report;
  report.sections.push_back({"heading", {}, std::move(block)});
  StringWriter out;
  REQUIRE(WritePageData(report, limits, out));
  rapidjson::Document page;
  page.Parse(out.text().c_str());
  REQUIRE(!page.HasParseError());
  rapidjson::Document section;
  section.CopyFrom(page["sections"][0], section.GetAllocator());
  return section;
}

const rapidjson::Value& MeasureOf(const rapidjson::Document& section,
                                  std::string_view key) {
  for (const auto& measure : section["measures"].GetArray()) {
    if (measure["key"].GetString() == key) return measure;
  }
  FAIL("no " << key);
  return section;
}

}  // namespace

TEST_CASE("what rows cost themselves is left out where it is a difference") {
  WholeView sums(
      "a Op device=/cpu:0 step=1:5:0:0\n"
      "a/x Op device=/cpu:0 step=1:100:0:0\n",
      "scope");
  CHECK_FALSE(MeasureOf(SectionOf(sums.tree, {}), "exec_us").HasMember("self"));

  // JavaScript's numbers are not exact from here on.
  WholeView large("a Op device=/cpu:0 step=1:9007199254740993:0:0\n", "scope");
  const auto section = SectionOf(large.tree, {});
  CHECK(MeasureOf(section, "exec_us")["self"][1].GetInt64() ==
        9007199254740993);

  sums.tree.columns[IndexOf(Measure::kMicros)].self[1] = 4;
  CHECK(MeasureOf(SectionOf(sums.tree, {}), "exec_us").HasMember("self"));
}

TEST_CASE("inputs of nodes are numbers of rows upwards") {
  const WholeView view(
      "a/x Op device=/cpu:0\n"
      "b Op in=a/x,c\n"
      "c Other\n",
      "scope");
  const auto section = SectionOf(view.tree, {});
  // _TFProfRoot, a, a/x, b, c
  REQUIRE(section["inputs"].Size() == 5);
  REQUIRE(section["inputs"][3].Size() == 2);
  CHECK(section["inputs"][3][0].GetInt() == 1);
  CHECK(section["inputs"][3][1].GetInt() == -1);
  const auto op_of = [&](int row) {
    return std::string(section["ops"][section["op"][row].GetInt()].GetString());
  };
  CHECK(op_of(1) == "");
  CHECK(op_of(4) == "Other");
}

TEST_CASE("columns of other steps are left out where they are the same") {
  WholeView view("a Op device=/cpu:0 step=1:100:0:0\n", "scope");
  ViewTree::OfSteps same{"1", {1}, {}};
  ViewTree::OfSteps other{"2", {2}, {}};
  for (size_t measure = 0; measure < kMeasureCount; ++measure) {
    same.columns[measure] = view.tree.columns[measure];
    other.columns[measure] = view.tree.columns[measure];
  }
  other.columns[IndexOf(Measure::kMicros)].total = {70, 70};
  other.columns[IndexOf(Measure::kMicros)].self = {0, 70};
  view.tree.of_steps.push_back(std::move(same));
  view.tree.of_steps.push_back(std::move(other));
  const auto section = SectionOf(view.tree, {});
  CHECK(section["choices_left_out"].GetInt() == 0);
  REQUIRE(section["choices"].Size() == 2);
  CHECK(section["choices"][0]["name"].GetString() == std::string("1"));
  CHECK(section["choices"][0]["measures"].Empty());
  REQUIRE(section["choices"][1]["measures"].Size() == 1);
  CHECK(section["choices"][1]["steps"][0].GetInt() == 2);
  CHECK(section["choices"][1]["measures"][0]["total"][1].GetInt() == 70);

  PageLimits limits;
  limits.choices = 1;
  const auto less = SectionOf(view.tree, limits);
  CHECK(less["choices"].Size() == 1);
  CHECK(less["choices_left_out"].GetInt() == 1);
}

TEST_CASE("single steps have numbers of the rows that have any") {
  WholeView view(
      "a/x Op device=/cpu:0 step=1:5:0:0\n"
      "b Op device=/cpu:0 step=1:100:0:0\n"
      "c Op device=/cpu:0 step=1:3:0:0\n",
      "scope");
  REQUIRE(view.tree.size() == 5);  // the root, "a", "a/x", "b", "c"
  ViewTree::OfSteps step{"2", {2}, {}};
  step.columns = view.tree.columns;
  step.columns[IndexOf(Measure::kMicros)].total = {70, 0, 0, 0, 70};
  step.columns[IndexOf(Measure::kMicros)].self = {0, 0, 0, 0, 70};
  view.tree.of_steps.push_back(std::move(step));
  const auto section = SectionOf(view.tree, {});
  // Each as a number of rows after the one before.
  REQUIRE(section["step_rows"].Size() == 2);
  CHECK(section["step_rows"][0].GetInt() == 0);
  CHECK(section["step_rows"][1].GetInt() == 4);
  const auto& total = section["choices"][0]["measures"][0]["total"];
  REQUIRE(total.Size() == 2);
  CHECK(total[1].GetInt() == 70);
}

TEST_CASE("operations of the critical path are marked") {
  TraceTimeline timeline;
  Trace& trace = timeline.trace;
  trace.devices.push_back({trace.strings.Intern("/cpu:0"), 0, 5});
  // The first has no start and is not shown.
  for (const int64_t start : {0, 10, 20, 30, 40}) {
    trace.name.push_back(trace.strings.Intern("n"));
    trace.label.push_back(trace.strings.Intern("n = Op()"));
    trace.start.push_back(start);
    trace.duration.push_back(1);
    trace.outputs.EndRow();
    timeline.device.push_back(0);
    timeline.lane.push_back(0);
  }
  timeline.on_path = {0, 2, 4};
  std::vector<TraceTimeline> timelines;
  timelines.push_back(std::move(timeline));
  const auto section = SectionOf(std::move(timelines), {});
  const auto& path = section["slices"]["path"];
  REQUIRE(path.Size() == 2);
  CHECK(path[0].GetInt() == 1);  // "n" at 20
  CHECK(path[1].GetInt() == 2);  // and at 40
}

TEST_CASE("pages that are too large lose steps first, then rows") {
  const PageLimits all;
  const PageLimits less = all.Less();
  CHECK(less.choices == 1);
  CHECK(less.tree_rows == all.tree_rows);
  CHECK(less.Less().tree_rows == all.tree_rows / 2);
  CHECK(less.Less().slices == all.slices / 2);
}

TEST_CASE("lines of a GPU that repeat its streams are marked") {
  TraceTimeline timeline;
  Trace& trace = timeline.trace;
  for (const char* device :
       {"/job:a/replica:0/task:0/device:GPU:0", "/device:GPU:0/stream:14",
        "/device:GPU:0/stream:all", "/device:GPU:1/stream:all",
        "/device:GPU:1/memcpy", "/device:GPU:0/memcpy"}) {
    const auto first = static_cast<uint32_t>(trace.size());
    trace.devices.push_back({trace.strings.Intern(device), first, first + 1});
    trace.name.push_back(trace.strings.Intern("n"));
    trace.label.push_back(trace.strings.Intern("n = Op()"));
    trace.start.push_back(first + 1);
    trace.duration.push_back(1);
    trace.outputs.EndRow();
    timeline.device.push_back(static_cast<uint32_t>(trace.devices.size() - 1));
    timeline.lane.push_back(0);
  }
  std::vector<TraceTimeline> timelines;
  timelines.push_back(std::move(timeline));
  const auto section = SectionOf(std::move(timelines), {});
  std::vector<bool> repeats;
  for (const auto& device : section["repeats"].GetArray()) {
    repeats.push_back(device.GetBool());
  }
  CHECK(repeats == std::vector<bool>{false, false, true, false, false, true});
}

TEST_CASE("a difference too large for a page is added up") {
  WholeView old(
      "a/x Op device=/cpu:0 step=1:100:0:0\n"
      "b Op device=/cpu:0 step=1:2:0:0\n"
      "c Op device=/cpu:0 step=1:3:0:0\n",
      "scope");
  WholeView now(
      "a/x Op device=/cpu:0 step=1:100:0:0\n"
      "b Op device=/cpu:0 step=1:1:0:0\n"
      "d/y Op device=/cpu:0 step=1:70:0:0\n",
      "scope");
  AlignedRows rows = AlignTrees(old.tree, now.tree);
  REQUIRE(rows.rows.size() == 7);
  const auto diff = std::make_shared<const TreePair>(
      TreePair{std::move(rows), std::move(old.tree), std::move(now.tree)});

  const auto whole = SectionOf(diff, {});
  CHECK(whole["name"].Size() == 7);
  CHECK(whole["left_out"].GetUint() == 0);

  PageLimits limits;
  limits.tree_rows = 5;
  const auto section = SectionOf(diff, limits);
  CHECK(section["left_out"].GetUint() == 2);
  REQUIRE(section["name"].Size() == 6);
  rapidjson::SizeType rest = 0;
  while (section["name"][rest].GetString() != std::string("(2 smaller rows)")) {
    REQUIRE(++rest < section["name"].Size());
  }
  CHECK(section["status"][rest].GetString() == std::string("added up"));
  CHECK(section["parent"][rest].GetUint() == 0);
  const auto& micros = MeasureOf(section, "exec_us");
  CHECK(micros["base"][0].GetInt() == 105);
  CHECK(micros["now"][0].GetInt() == 171);
  CHECK(micros["base"][rest].GetInt() == 5);
  CHECK(micros["now"][rest].GetInt() == 1);
}

TEST_CASE("a difference has long names of files whole") {
  const std::string frame = std::string(200, 'f') + ".py:3:main";
  const std::string text =
      "a Op device=/cpu:0 step=1:100:0:0 stack=" + frame + "\n";
  WholeView old(text, "code");
  WholeView now(text, "code");
  AlignedRows rows = AlignTrees(old.tree, now.tree);
  const auto section = SectionOf(
      std::make_shared<const TreePair>(
          TreePair{std::move(rows), std::move(old.tree), std::move(now.tree)}),
      {});
  REQUIRE(section["name"].Size() == 2);
  CHECK(section["name"][1].GetString() == frame);
}

TEST_CASE("many samples keep their highest, their lowest and their last") {
  TraceTimeline::Allocator allocator;
  for (int at = 0; at < 10'000; ++at) {
    allocator.samples.push_back({at, at == 4321 ? 777 : at == 8765 ? -5 : 10});
  }
  TraceTimeline timeline;
  allocator.name = timeline.trace.strings.Intern("cpu");
  timeline.allocators.push_back(std::move(allocator));
  std::vector<TraceTimeline> timelines;
  timelines.push_back(std::move(timeline));
  PageLimits limits;
  limits.samples = 100;
  const auto section = SectionOf(std::move(timelines), limits);
  const auto& shown = section["allocators"][0];
  const auto size = shown["at"].Size();
  CHECK(size >= 50);
  CHECK(size <= 101);
  CHECK(shown["samples_left_out"].GetUint() == 10'000 - size);
  CHECK(shown["at"][size - 1].GetDouble() == 9'999);
  double highest = 0;
  double lowest = 0;
  for (rapidjson::SizeType i = 0; i < size; ++i) {
    if (i > 0)
      CHECK(shown["at"][i].GetDouble() >= shown["at"][i - 1].GetDouble());
    const double bytes = shown["bytes"][i].GetDouble();
    if (bytes > highest) {
      highest = bytes;
      CHECK((bytes == 10 || shown["at"][i].GetDouble() == 4'321));
    }
    lowest = std::min(lowest, bytes);
  }
  CHECK(highest == 777);
  CHECK(lowest == -5);
}

}  // namespace tfprof
