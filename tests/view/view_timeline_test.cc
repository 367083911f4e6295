// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/profile_builder.h"
#include "support/catch.h"
#include "support/tiny_profile.h"
#include "support/view_named.h"
#include "view/build_tree.h"
#include "view/selection.h"
#include "view/timeline/build_timeline.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kGpu = "/job:a/device:gpu:0";
constexpr std::string_view kCpuDevice = "/job:a/device:cpu:0";

struct Drawn {
  Lines processes, spans, flows, memory;
  Lines warnings;
  std::vector<ViewTimeline::Peak> peaks;
};

// A tree and what it points into.
struct Tree {
  Forest forest;
  ViewTree tree;
};

std::unique_ptr<Tree> TreeOf(const Profile& profile, std::string_view view_name,
                             const ViewOptions& options,
                             Diagnostics& diagnostics) {
  auto selection = MakeSelection(options);
  REQUIRE(selection);
  selection->columns.set(IndexOf(Measure::kMicros));
  const View& view = ViewNamed(view_name);
  auto forest = view.build(profile, diagnostics);
  REQUIRE(forest);
  auto tree = std::make_unique<Tree>();
  tree->forest = std::move(*forest);
  tree->tree = BuildTree(profile, view, tree->forest,
                         std::make_shared<const StepValues>(
                             ComputeStepValues(profile, selection->step)),
                         *selection);
  return tree;
}

Drawn Describe(const ViewTimeline& timeline, const Diagnostics& diagnostics) {
  Drawn drawn{.warnings = diagnostics.Lines(), .peaks = timeline.peaks};
  for (const auto& process : timeline.processes) {
    drawn.processes.push_back(
        fmt::format("{} @{}", process.title, process.first_span));
  }
  for (const auto& span : timeline.spans) {
    drawn.spans.push_back(fmt::format("{}.{} {} {}+{}", span.process, span.lane,
                                      timeline.NameOf(span).str(), span.start,
                                      span.duration));
  }
  for (const auto& flow : timeline.flows) {
    drawn.flows.push_back(
        fmt::format("{}->{}", timeline.NameOf(timeline.spans[flow.from]).str(),
                    timeline.NameOf(timeline.spans[flow.to]).str()));
  }
  for (size_t i = 0; i < timeline.memory.size(); ++i) {
    const auto& sample = timeline.memory[i];
    std::string line = fmt::format("{}@{}:", sample.bytes_in_use, sample.at);
    for (const auto& holder : timeline.holders[i]) {
      line += fmt::format(" {}={}", holder.name, holder.bytes);
    }
    drawn.memory.push_back(
        fmt::format("{} rest={}", line, sample.not_listed_bytes));
  }
  return drawn;
}

Drawn Draw(const Profile& profile, std::string_view view_name,
           const ViewOptions& options) {
  Diagnostics diagnostics;
  const auto tree = TreeOf(profile, view_name, options, diagnostics);
  return Describe(BuildTimeline(tree->tree, diagnostics), diagnostics);
}

// Four nodes and three steps that each ran some of them.
Profile FewOfMany(int64_t duration, bool has_cycle) {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics,
                         {.steps = LoadSpec::Steps::kEach, .records = true});
  const auto ran = [&](std::string_view name, int64_t start) {
    const AllocatorRecord memory{.allocator = "GPU_0_bfc",
                                 .bytes_in_use = start};
    builder.AddExec({.name = name,
                     .all_start_us = start,
                     .op_end_rel_us = duration,
                     .memory = {&memory, 1},
                     .persistent_bytes = start});
  };
  std::vector<std::string_view> inputs;
  const auto node = [&](std::string_view name) {
    builder.AddNode({.name = name, .op = "Op", .inputs = inputs});
  };
  builder.BeginStep(0);
  node("b");
  node("c");
  inputs = {"b", "c"};
  node("a");
  inputs.clear();
  if (has_cycle) inputs = {"d"};
  node("d");
  builder.BeginDevice(kGpu);
  ran("c", 1000);
  ran("a", 3000);
  builder.BeginDevice(kCpuDevice);
  ran("b", 2000);
  builder.EndStep();
  builder.BeginStep(1);
  builder.BeginDevice(kCpuDevice);
  ran("d", 500);
  ran("b", 500);
  builder.EndStep();
  builder.BeginStep(2);
  builder.BeginDevice(kGpu);
  ran("c", 700);
  builder.EndStep();
  auto profile = builder.Finish();
  REQUIRE(profile);
  return std::move(*profile);
}

// One step of records, device after device.
class OneStep {
 public:
  OneStep() { builder_.BeginStep(0); }

  void Node(std::string_view name, std::vector<std::string_view> inputs = {}) {
    builder_.AddNode({.name = name, .op = "Op", .inputs = inputs});
  }

  void On(std::string_view device) { builder_.BeginDevice(device); }

  void Ran(std::string_view name, int64_t start, int64_t duration,
           AllocatorRecord memory = {}, int64_t persistent = 0) {
    builder_.AddExec({.name = name,
                      .all_start_us = start,
                      .op_end_rel_us = duration,
                      .memory = {&memory, 1},
                      .persistent_bytes = persistent});
  }

  Drawn Draw() {
    builder_.EndStep();
    const auto profile = builder_.Finish();
    REQUIRE(profile);
    ViewOptions options;
    options.step = 0;
    return tfprof::Draw(*profile, "graph", options);
  }

 private:
  Diagnostics diagnostics_;
  ProfileBuilder builder_{kReferenceRules, diagnostics_, {.records = true}};
};

}  // namespace

TEST_CASE("totals are laid out side by side under their parents") {
  const Profile profile = TinyProfile(
      "a Op step=1:5:0:0\n"
      "a/x Op step=1:3:0:0\n"
      "a/y Op step=1:4:0:0\n"
      "b Op\n"
      "b/z Op\n");
  const Drawn drawn = Draw(profile, "scope", {});
  CHECK(drawn.processes == Lines{"Scope:0 @0", "Scope:1 @1", "Scope:2 @2"});
  // Rows without time are not drawn, nor are the rows below them.
  CHECK(drawn.spans == Lines{"0.0 _TFProfRoot 0+12", "1.0 a 0+12",
                             "2.0 a/x 0+3", "2.0 a/y 3+4"});
}

TEST_CASE("children that took longer than their parent are said") {
  const Profile profile = TinyProfile(
      "a Op step=1:-9:0:0\n"
      "a/x Op step=1:10:0:0\n");
  const Drawn drawn = Draw(profile, "scope", {});
  CHECK(drawn.spans ==
        Lines{"0.0 _TFProfRoot 0+1", "1.0 a 0+1", "2.0 a/x 0+10"});
  REQUIRE(drawn.warnings.size() == 1);
  CHECK(drawn.warnings[0].starts_with("a: 1 us, but its children took 10 us"));
}

TEST_CASE("executions are the same with the rows of each step at hand") {
  const Profile profile = FewOfMany(10, false);
  const RowsByStep rows_of(profile);
  Diagnostics diagnostics;
  for (const int64_t step : {0, 1, 2}) {
    ViewOptions options;
    options.step = step;
    auto tree = TreeOf(profile, "graph", options, diagnostics);
    const Drawn drawn =
        Describe(BuildTimeline(std::move(tree->tree), diagnostics, &rows_of),
                 diagnostics);
    const Drawn own = Draw(profile, "graph", options);
    CHECK(drawn.spans == own.spans);
    CHECK(drawn.memory == own.memory);
  }
}

TEST_CASE("executions take the first lane that is free") {
  OneStep step;
  for (const char* name : {"a", "b", "c", "d", "e"}) step.Node(name);
  step.On(kCpuDevice);
  step.Ran("a", 10, 10);
  step.Ran("b", 15, 2);
  step.Ran("c", 16, 9);
  step.Ran("d", 17, 1);
  step.Ran("e", 20, 1);
  // Touching is free: e follows a. So is d after b.
  CHECK(step.Draw().spans == Lines{"0.0 a 10+10", "0.0 e 20+1", "0.1 b 15+2",
                                   "0.1 d 17+1", "0.2 c 16+9"});
}

TEST_CASE("a free lane is found without looking at a hundred thousand others") {
  OneStep step;
  step.Node("n");
  step.On(kCpuDevice);
  constexpr int64_t kMany = 100000;
  for (int64_t i = 1; i <= kMany; ++i) step.Ran("n", i, kMany);
  const Drawn drawn = step.Draw();
  REQUIRE(drawn.spans.size() == kMany);
  CHECK(drawn.spans.back() == "0.99999 n 100000+100000");
}

TEST_CASE("of what starts together on a device the first row is drawn") {
  OneStep step;
  step.Node("a");
  step.Node("b");
  step.On(kCpuDevice);
  step.Ran("b", 10, 1);
  step.Ran("a", 10, 7);
  step.Ran("a", 10, 9);
  CHECK(step.Draw().spans == Lines{"0.0 a 10+7"});
}

TEST_CASE("streams and schedulers are processes in the order of their nodes") {
  OneStep step;
  step.Node("a");
  step.Node("z");
  step.On(kGpu);
  step.Ran("z", 10, 1);
  step.On("/device:GPU:0/stream:all");
  step.Ran("z:Op", 11, 5);
  step.On("/device:GPU:0/stream:14");
  step.Ran("z:Op", 11, 5);
  step.On(kCpuDevice);
  step.Ran("a", 10, 1);
  const Drawn drawn = step.Draw();
  CHECK(drawn.processes ==
        Lines{"Op scheduling threads: /job:a/device:cpu:0 @0",
              "Op execution threads: /device:gpu:0/stream:all @0",
              "Op scheduling threads: /job:a/device:gpu:0 @0",
              "mem usage on:/job:a/device:gpu:0 @3",
              "mem usage on:/job:a/device:gpu:0 allocations @3"});
  CHECK(drawn.spans == Lines{"0.0 a 10+1", "1.0 z 11+5", "2.0 z 10+1"});
}

TEST_CASE("arrows cross devices, one for each use of an input") {
  OneStep step;
  step.Node("a");
  step.Node("twin");
  step.Node("b", {"a", "^a", "same"});
  step.Node("same");
  step.On(kCpuDevice);
  step.Ran("a", 10, 1);
  step.Ran("a", 30, 1);
  step.On(kGpu);
  step.Ran("b", 20, 1);
  step.Ran("same", 5, 1);
  // Two executions of a, and two inputs that they are.
  CHECK(step.Draw().flows == Lines{"a->b", "a->b", "a->b", "a->b"});
}

TEST_CASE("memory is sampled every 100 us with its largest holders") {
  OneStep step;
  for (const char* name : {"a", "b", "c"}) step.Node(name);
  step.On(kGpu);
  const AllocationRecord of_a[] = {{50, 300}, {450, -300}};
  const AllocationRecord of_b[] = {{60, 500}};
  step.Ran("a", 100, 50,
           {.allocator = "GPU_0_bfc", .bytes_in_use = 700, .allocations = of_a},
           7);
  step.Ran(
      "b", 160, 20,
      {.allocator = "GPU_0_bfc", .bytes_in_use = 9000, .allocations = of_b});
  step.Ran("c", 400, 100, {.allocator = "GPU_0_bfc", .bytes_in_use = 600});
  const Drawn drawn = step.Draw();
  // 7 bytes of a are held all the time. A holder that does not fit any more is
  // skipped. 9000 at 180 is too close to 150, but is the peak.
  CHECK(drawn.memory == Lines{"700@150: b=500 rest=200",
                              "600@500: b=500 a=7 "
                              "rest=93"});
  REQUIRE(drawn.peaks.size() == 1);
  CHECK(drawn.peaks[0].bytes == 9000);
}

TEST_CASE("at most ten holders are listed, equal ones by name") {
  OneStep step;
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) names.push_back(fmt::format("n{:02}", i));
  for (const std::string& name : names) step.Node(name);
  step.On(kGpu);
  int64_t start = 1000;
  const AllocationRecord once[] = {{1, 5}};
  for (const std::string& name : names) {
    step.Ran(name, start++, 0,
             {.allocator = "GPU", .bytes_in_use = 100, .allocations = once});
  }
  CHECK(step.Draw().memory ==
        Lines{"100@1000: n00=5 n01=5 n02=5 n03=5 n04=5 n05=5 n06=5 n07=5 "
              "n08=5 n09=5 rest=50"});
}

TEST_CASE("processors have no memory of their own") {
  OneStep step;
  step.Node("a");
  step.On("/job:cpu_ps/device:GPU:0");
  step.Ran("a", 100, 50, {.allocator = "GPU_0_bfc", .bytes_in_use = 700});
  const Drawn drawn = step.Draw();
  CHECK(drawn.processes.size() == 1);
  CHECK(drawn.peaks.empty());
}

TEST_CASE("a node without a start time is not drawn, what is under it is") {
  OneStep step;
  step.Node("a", {"b"});
  step.Node("b");
  step.On(kCpuDevice);
  step.Ran("a", 0, 7);
  step.Ran("b", 10, 7);
  CHECK(step.Draw().spans == Lines{"0.0 b 10+7"});
}

}  // namespace tfprof
