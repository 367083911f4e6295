// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/traced_steps.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

// A step of two devices, the second with a record that has outputs.
Trace TraceOf(TraceBuilder& builder, int64_t step) {
  const std::string second = "second_" + std::to_string(step);
  const OutputRecord outputs[] = {
      {.requested_bytes = 64, .allocator = "cpu", .tensor = "t"},
      {.requested_bytes = -1, .allocator = "gpu", .tensor = {}}};
  builder.BeginStep(step);
  builder.BeginDevice("/cpu:0");
  builder.AddExec({.name = "a",
                   .all_start_us = 1'700'000'000'000'000 + step,
                   .all_end_rel_us = 5,
                   .label = "a = Op()"});
  builder.AddExec({.name = "b", .all_start_us = -3, .all_end_rel_us = INT64_MIN});
  builder.BeginDevice("/empty");
  builder.BeginDevice("/gpu:0");
  builder.AddExec({.name = second,
                   .all_start_us = INT64_MAX,
                   .label = "l",
                   .outputs = outputs});
  builder.EndStep();
  return *builder.TakeStep();
}

void CheckSame(const TracedStep& a, const TracedStep& b) {
  const Trace& x = a.trace;
  const Trace& y = b.trace;
  CHECK(x.step == y.step);
  CHECK(a.on_path == b.on_path);
  REQUIRE(x.devices.size() == y.devices.size());
  for (size_t i = 0; i < x.devices.size(); ++i) {
    CHECK(x.strings[x.devices[i].name] == y.strings[y.devices[i].name]);
    CHECK(x.devices[i].first == y.devices[i].first);
    CHECK(x.devices[i].end == y.devices[i].end);
  }
  REQUIRE(x.size() == y.size());
  CHECK(x.start == y.start);
  CHECK(x.duration == y.duration);
  for (size_t i = 0; i < x.size(); ++i) {
    CHECK(x.strings[x.name[i]] == y.strings[y.name[i]]);
    CHECK(x.strings[x.label[i]] == y.strings[y.label[i]]);
    REQUIRE(x.outputs[i].size() == y.outputs[i].size());
    for (size_t j = 0; j < x.outputs[i].size(); ++j) {
      const Trace::Output& of_x = x.outputs[i][j];
      const Trace::Output& of_y = y.outputs[i][j];
      CHECK(x.strings[of_x.allocator] == y.strings[of_y.allocator]);
      CHECK(x.strings[of_x.tensor] == y.strings[of_y.tensor]);
      CHECK(of_x.requested_bytes == of_y.requested_bytes);
    }
  }
}

}  // namespace

TEST_CASE("what is packed of a step is all there again") {
  TraceBuilder builder;
  std::vector<TracedStep> added;
  TracedSteps steps;
  for (const int64_t step : {7, 8}) {
    added.push_back(TracedStepOf(TraceOf(builder, step), {}, 0));
    added.back().on_path = {0, 2};
    TracedStep copy = added.back();
    steps.Add(std::move(copy));
  }
  steps.Freeze();
  REQUIRE(steps.size() == 2);
  for (size_t row = 0; row < 2; ++row) {
    TracedStep made;
    const TracedStep& again = steps.At(row, made);
    CHECK(&again == &made);
    CheckSame(again, added[row]);
    CHECK(steps.NumberOf(row) == added[row].trace.step);
    CHECK(steps.RecordsOf(row) == 3);
  }
}

TEST_CASE("a step of other strings, or drawn in another way, is kept as it is") {
  TraceBuilder builder;
  TracedSteps steps;
  steps.Add(TracedStepOf(TraceOf(builder, 1), {}, 0));
  TraceBuilder other;
  steps.Add(TracedStepOf(TraceOf(other, 2), {}, 0));
  steps.Add(TracedStepOf(TraceOf(builder, 3), {.labels = true}, 0));
  steps.Add(TracedStepOf(TraceOf(builder, 4), {}, 5));
  for (size_t row = 0; row < steps.size(); ++row) {
    TracedStep made;
    CHECK((&steps.At(row, made) == &made) == (row == 0));
    CHECK(steps.At(row, made).trace.step == static_cast<int64_t>(row) + 1);
  }
}

}  // namespace tfprof
