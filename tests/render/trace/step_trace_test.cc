// SPDX-License-Identifier: Apache-2.0
#include "render/trace/step_trace.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rapidjson/document.h>

#include "render/proto/proto_writer.h"
#include "support/catch.h"

namespace tfprof {

namespace {

struct Record {
  std::string_view name;
  std::string_view label;
  int64_t start = 0;
  int64_t duration = 0;
  int64_t output_bytes = 0;  // of one output, if there is one
};

TracedStep StepOf(const std::vector<Record>& records,
                  const TraceTimelineOptions& options = {}) {
  std::string tensor;
  ProtoWriter(tensor).Int(1, 1);
  TraceBuilder builder;
  builder.BeginStep(0);
  builder.BeginDevice("/job:a/device:CPU:0");
  for (const Record& record : records) {
    std::vector<OutputRecord> outputs;
    if (record.output_bytes > 0) {
      outputs.push_back({.has_allocation = true,
                         .requested_bytes = record.output_bytes,
                         .allocator = "cpu",
                         .tensor = tensor});
    }
    builder.AddExec({.name = record.name,
                     .all_start_us = record.start,
                     .all_end_rel_us = record.duration,
                     .label = record.label,
                     .outputs = outputs});
  }
  builder.EndStep();
  return TracedStepOf(std::move(builder.Finish().at(0)), options, 0);
}

std::string Written(TracedStep step) {
  TracedSteps steps;
  steps.push_back(std::move(step));
  StringWriter out;
  REQUIRE(WriteStepTrace(steps, out));
  return out.text();
}

// The events of a phase.
std::vector<std::string> EventsOf(const std::string& text,
                                  std::string_view phase) {
  rapidjson::Document parsed;
  parsed.Parse(text.c_str());
  REQUIRE(!parsed.HasParseError());
  std::vector<std::string> names;
  for (const auto& event : parsed["traceEvents"].GetArray()) {
    if (event["ph"].GetString() == phase) {
      names.push_back(event["name"].GetString());
    }
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an operation has its times and its inputs") {
  CHECK(
      Written(
          StepOf({{"a", "a = Const()", 10, 5}, {"b", "b = Neg(a)", 20, 7}})) ==
      R"({"traceEvents":[)"
      "\n"
      R"({"name":"process_name","ph":"M","pid":0,"args":{"name":"Allocators"}},)"
      "\n"
      R"({"name":"process_name","ph":"M","pid":1,"args":{"name":"/job:a/device:CPU:0 Compute"}},)"
      "\n"
      R"({"name":"process_name","ph":"M","pid":2,"args":{"name":"/job:a/device:CPU:0 Tensors"}},)"
      "\n"
      R"({"ph":"X","cat":"Op","name":"Const","pid":1,"tid":0,"ts":10,"dur":5,"args":{"name":"a","op":"Const"}},)"
      "\n"
      R"({"ph":"X","cat":"Op","name":"Neg","pid":1,"tid":0,"ts":20,"dur":7,"args":{"name":"b","op":"Neg","input0":"a"}})"
      "\n]}\n");
}

TEST_CASE("tensors are shown from their making to their release") {
  // c takes the lane of a, so that there is an arrow from lane to lane.
  const std::string text = Written(StepOf({{"a", "a = Const()", 10, 5, 64},
                                           {"c", "c = Op()", 16, 50},
                                           {"b", "b = Neg(a)", 20, 7}},
                                          {.show_memory = true}));
  CHECK(EventsOf(text, "N") == Names{"a"});
  CHECK(EventsOf(text, "O") == Names{"a"});
  CHECK(EventsOf(text, "D") == Names{"a"});
  CHECK(text.find(R"("tensor_description":"dtype: DT_FLOAT\n")") !=
        std::string::npos);
  CHECK(EventsOf(text, "s") == Names{"a"});
  CHECK(EventsOf(text, "t") == Names{"a"});
  // The bytes of an allocator go up by 64 and down again.
  CHECK(EventsOf(text, "C") == Names{"cpu", "cpu"});
}

TEST_CASE("short operations of a lane are one where that is asked for") {
  const std::string text = Written(StepOf({{"a", "a = Op()", 10, 1},
                                           {"b", "b = Op()", 13, 1},
                                           {"c", "c = Op()", 16, 50}},
                                          {.collapse_us = 10}));
  CHECK(EventsOf(text, "X") == Names{"2 operations", "Op"});
}

TEST_CASE("rows say what they are if asked to") {
  const std::string text =
      Written(StepOf({{"a", "a = Op()", 0, 1}}, {.labels = true}));
  CHECK(text.find(R"("labels":"operations of the host")") != std::string::npos);
  CHECK(EventsOf(text, "M").back() == "thread_name");
}

}  // namespace tfprof
