// SPDX-License-Identifier: Apache-2.0
#include "support/tiny_profile.h"

#include <map>
#include <string>
#include <vector>

#include "base/strings.h"
#include "model/profile_builder.h"
#include "support/catch.h"

namespace tfprof {

namespace {

struct Line {
  std::string name, op;
  std::vector<std::string> inputs, types, frames, steps;
  std::vector<int64_t> shape;
  std::string device = "/job:a/device:cpu:0";
  int64_t float_ops = 0;
};

int64_t Number(std::string_view text) {
  const auto number = ParseInt64(text);
  REQUIRE(number);
  return *number;
}

Line ParseLine(const std::string& text) {
  const std::vector<std::string> words = SplitNonEmpty(text, ' ');
  REQUIRE(words.size() >= 2);
  Line line{.name = words[0], .op = words[1]};
  for (size_t i = 2; i < words.size(); ++i) {
    const size_t equals = words[i].find('=');
    REQUIRE(equals != std::string::npos);
    const std::string key = words[i].substr(0, equals);
    const std::string value = words[i].substr(equals + 1);
    if (key == "device") {
      line.device = value;
    } else if (key == "shape") {
      for (const auto& dim : SplitNonEmpty(value, 'x')) {
        line.shape.push_back(Number(dim));
      }
    } else if (key == "flops") {
      line.float_ops = Number(value);
    } else if (key == "types") {
      line.types = SplitNonEmpty(value, ',');
    } else if (key == "in") {
      line.inputs = SplitNonEmpty(value, ',');
    } else if (key == "stack") {
      line.frames = SplitNonEmpty(value, '>');
    } else {
      REQUIRE(key == "step");
      line.steps.push_back(value);
    }
  }
  return line;
}

template <typename T>
std::vector<std::string_view> Views(const T& strings) {
  return {strings.begin(), strings.end()};
}

void AddNode(const Line& line, DumpSink& sink) {
  const auto inputs = Views(line.inputs);
  NodeDefinition node{.name = line.name, .op = line.op, .inputs = inputs};
  const ShapeRecord shape{line.shape};
  node.output_shapes = {&shape, 1};
  if (!line.shape.empty()) node.shape = shape;
  sink.AddNode(node);
}

void AddOpLogEntry(const Line& line, DumpSink& sink) {
  std::vector<std::vector<std::string>> parts;
  for (const auto& frame : line.frames) {
    parts.push_back(SplitNonEmpty(frame, ':'));
  }
  std::vector<FrameRecord> frames;
  for (const auto& part : parts) {
    frames.push_back({.file = part[0],
                      .function = part[2],
                      .line = static_cast<int32_t>(Number(part[1]))});
  }
  const auto types = Views(line.types);
  OpLogEntry entry{
      .name = line.name, .float_ops = line.float_ops, .types = types};
  if (!frames.empty()) entry.stack = sink.AddStack(frames);
  sink.AddOpLogEntry(entry);
}

void AddRun(const Line& line, const std::string& text, DumpSink& sink) {
  const std::vector<std::string> cells = SplitNonEmpty(text, ':');
  REQUIRE(cells.size() == 4);
  const AllocatorRecord memory{.allocator = "cpu",
                               .total_bytes = Number(cells[3]),
                               .peak_bytes = Number(cells[3]),
                               .live_bytes = Number(cells[3])};
  sink.BeginDevice(line.device);
  sink.AddExec({.name = line.name,
                .all_start_us = Number(cells[0]),
                .op_end_rel_us = Number(cells[1]),
                .memory = {&memory, 1}});
  if (cells[2] == "0") return;
  sink.BeginDevice(line.device + "/stream:all");
  sink.AddExec({.name = line.name,
                .all_start_us = Number(cells[0]),
                .op_end_rel_us = Number(cells[2])});
}

}  // namespace

Profile TinyProfile(std::string_view text, const Rules& rules) {
  std::vector<Line> lines;
  size_t steps = 0;
  for (const std::string& line : SplitNonEmpty(text, '\n')) {
    lines.push_back(ParseLine(line));
    steps = std::max(steps, lines.back().steps.size());
  }
  Diagnostics diagnostics;
  ProfileBuilder builder(rules, diagnostics, {.records = true});
  for (const Line& line : lines) AddNode(line, builder);
  for (const Line& line : lines) AddOpLogEntry(line, builder);
  for (size_t step = 0; step < steps; ++step) {
    builder.BeginStep(static_cast<int64_t>(step));
    for (const Line& line : lines) {
      if (step < line.steps.size() && line.steps[step] != "-") {
        AddRun(line, line.steps[step], builder);
      }
    }
    builder.EndStep();
  }
  auto profile = builder.Finish();
  REQUIRE(profile);
  return std::move(*profile);
}

}  // namespace tfprof
