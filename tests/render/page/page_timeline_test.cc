// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_timeline.h"

#include <string>
#include <utility>
#include <vector>

#include "support/page_section.h"

namespace tfprof {

namespace {

// A timeline as it is written.
rapidjson::Document Written(const TraceTimeline& timeline,
                            const PageLimits& limits) {
  StringWriter out;
  PageJson page(out);
  FirstNames first;
  page.StartObject();
  WritePageTimeline(timeline, limits, first, page);
  page.EndObject();
  REQUIRE(page.Flush());
  rapidjson::Document document;
  document.Parse(out.text().c_str());
  REQUIRE(!document.HasParseError());
  return document;
}

}  // namespace

TEST_CASE("operations of the critical path are marked") {
  TracedStep timeline;
  Trace& trace = timeline.trace;
  trace.devices.push_back({trace.strings.Intern("/cpu:0"), 0, 5});
  // The first has no start and is not shown.
  for (const int64_t start : {0, 10, 20, 30, 40}) {
    trace.name.push_back(trace.strings.Intern("n"));
    trace.label.push_back(trace.strings.Intern("n = Op()"));
    trace.start.push_back(start);
    trace.duration.push_back(1);
    trace.outputs.EndRow();
  }
  timeline.on_path = {0, 2, 4};
  TracedSteps timelines;
  timelines.push_back(std::move(timeline));
  const auto section = SectionOf(std::move(timelines), {});
  const auto& path = section["slices"]["path"];
  REQUIRE(path.Size() == 2);
  CHECK(path[0].GetInt() == 1);  // "n" at 20
  CHECK(path[1].GetInt() == 2);  // and at 40
}

TEST_CASE("lines of a GPU that repeat its streams are marked") {
  TracedStep timeline;
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
  }
  TracedSteps timelines;
  timelines.push_back(std::move(timeline));
  const auto section = SectionOf(std::move(timelines), {});
  std::vector<bool> repeats;
  for (const auto& device : section["repeats"].GetArray()) {
    repeats.push_back(device.GetBool());
  }
  CHECK(repeats == std::vector<bool>{false, false, true, false, false, true});
}

TEST_CASE("many samples keep their highest, their lowest and their last") {
  TraceTimeline::Allocator allocator;
  for (int at = 0; at < 10'000; ++at) {
    allocator.samples.push_back({at, at == 4321 ? 777 : at == 8765 ? -5 : 10});
  }
  TracedStep step;
  allocator.name = step.trace.strings.Intern("cpu");
  TraceTimeline timeline(step);
  timeline.allocators.push_back(std::move(allocator));
  PageLimits limits;
  limits.samples = 100;
  const auto section = Written(timeline, limits);
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

namespace {

// Operations of one lane, 10 us each from `start` on.
TracedStep Made(const std::vector<std::string>& labels, int64_t start = 1000) {
  TracedStep timeline;
  Trace& trace = timeline.trace;
  trace.devices.push_back({trace.strings.Intern("/cpu:0"), 0,
                           static_cast<uint32_t>(labels.size())});
  for (const std::string& label : labels) {
    trace.name.push_back(
        trace.strings.Intern(label.substr(0, label.find(' '))));
    trace.label.push_back(trace.strings.Intern(label));
    trace.start.push_back(start);
    trace.duration.push_back(10);
    trace.outputs.EndRow();
    start += 10;
  }
  return timeline;
}

rapidjson::Document PageOf(TracedSteps timelines, const PageLimits& limits) {
  return SectionOf(std::move(timelines), limits);
}

rapidjson::Document PageOf(TracedStep timeline, const PageLimits& limits) {
  TracedSteps timelines;
  timelines.push_back(std::move(timeline));
  return PageOf(std::move(timelines), limits);
}

}  // namespace

TEST_CASE("inputs of operations are numbers of operations backwards") {
  const auto page =
      PageOf(Made({"a = Op()", "b = Op(a:1)", "c = Op(^a, b, gone, c)"}), {});
  const auto& inputs = page["slices"]["inputs"];
  REQUIRE(inputs.Size() == 3);
  CHECK(inputs[0].Empty());
  CHECK(inputs[1][0].GetInt() == 1);
  REQUIRE(inputs[2].Size() == 2);
  CHECK(inputs[2][0].GetInt() == 2);
  CHECK(inputs[2][1].GetInt() == 1);
}

TEST_CASE(
    "the longest operations are drawn, in order, and the rest is counted") {
  TracedStep timeline = Made({"a = Op()", "b = Op()", "c = Op()", "d = Op()"});
  timeline.trace.duration = {5, 50, 7, 40};
  timeline.trace.start.Set(2, 0);
  PageLimits limits;
  limits.slices = 2;
  const auto page = PageOf(std::move(timeline), limits);
  CHECK(page["without_start"].GetInt() == 1);
  CHECK(page["slices_left_out"].GetInt() == 1);
  const auto& durations = page["slices"]["duration"];
  REQUIRE(durations.Size() == 2);
  CHECK(durations[0].GetInt() == 50);
  CHECK(durations[1].GetInt() == 40);
}

TEST_CASE("an event of a recording has its fraction of a microsecond") {
  TracedStep timeline = Made({"a:MatMul", "b:Relu"}, 0);
  timeline.trace.is_recording = true;
  timeline.trace.host = "h";
  timeline.trace.events = {{0, 250'000, 0}, {500'000, 0, 0}};
  const auto page = PageOf(std::move(timeline), {});
  CHECK(page["host"].GetString() == std::string("h"));
  CHECK(page["step"].IsNull());
  // One that starts at 0 is drawn.
  CHECK(page["without_start"].GetInt() == 0);
  CHECK(page["slices"]["start"][1].GetDouble() == 10.5);
  CHECK(page["slices"]["duration"][0].GetDouble() == 10.25);
  CHECK(page["slices"]["duration"][1].GetInt() == 10);
}

TEST_CASE("the largest tensors are listed, of a step that has begun") {
  TracedStep step = Made({"n = Op()", "a = Op()"}, 990);
  // A tensor from before the step counts from the step's start.
  step.trace.start.Set(0, 0);
  step.trace.duration.Set(0, 1005);
  step.trace.outputs.Clear();
  const StringId cpu = step.trace.strings.Intern("cpu");
  for (const int64_t bytes : {10, 30, 20}) {
    step.trace.outputs.Push({cpu, {}, bytes});
  }
  step.trace.outputs.EndRow();
  step.trace.outputs.EndRow();
  PageLimits limits;
  limits.tensors = 2;
  const auto page = Written(TraceTimeline(step), limits);
  CHECK(page["tensors_left_out"].GetInt() == 1);
  REQUIRE(page["tensors"].Size() == 2);
  CHECK(page["tensors"][0]["name"].GetString() == std::string("n:1"));
  CHECK(page["tensors"][0]["bytes"].GetDouble() == 30);
  CHECK(page["tensors"][1]["bytes"].GetDouble() == 20);
  CHECK(page["tensors"][0]["created"].GetDouble() == 1000);
  CHECK(page["tensors"][0]["released"].GetDouble() == 1005);
}

}  // namespace tfprof
