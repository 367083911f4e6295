// SPDX-License-Identifier: Apache-2.0
// Turns what a reader emits into lines of text, to be compared with the lines
// that parsed_lines.h makes of the same message as protobuf parses it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "model/dump_sink.h"
#include "wire/intake/readers.h"

namespace tfprof {

using Lines = std::vector<std::string>;

inline std::string ShapeLine(const std::vector<int64_t>& dims,
                             bool unknown_rank) {
  return fmt::format("[{}{}]", fmt::join(dims, " "), unknown_rank ? " ?" : "");
}

// A field that is seldom set, if it is not 0 or empty.
inline std::string Set(std::string_view name, int64_t value) {
  return value == 0 ? "" : fmt::format(" {}={}", name, value);
}

inline std::string Set(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {}={}", name, value);
}

inline std::string FrameLine(const FrameRecord& frame) {
  return fmt::format("{}#{}:{}:{}#{}", frame.file, frame.file_id, frame.line,
                     frame.function, frame.function_id) +
         Set("begin", frame.function_line) + Set("source", frame.source) +
         Set("source_id", frame.source_id);
}

inline std::string AllocationLine(const AllocationRecord& allocation) {
  return fmt::format("{}@{}", allocation.bytes, allocation.at_us);
}

inline std::string ExecLine(const ExecRecord& exec) {
  std::string line =
      fmt::format("exec {} start={} end={} temp={} persistent={}", exec.name,
                  exec.all_start_us, exec.op_end_rel_us, exec.temp_bytes,
                  exec.persistent_bytes) +
      Set("op_start", exec.op_start_rel_us) +
      Set("all_end", exec.all_end_rel_us) +
      Set("scheduled", exec.scheduled_us) + Set("thread", exec.thread_id) +
      Set("label", exec.label);
  for (const AllocatorRecord& memory : exec.memory) {
    line += fmt::format(" {}:{}/{}/{}", memory.allocator, memory.total_bytes,
                        memory.peak_bytes, memory.live_bytes) +
            Set("in_use", memory.bytes_in_use);
    for (const AllocationRecord& allocation : memory.allocations) {
      line += ' ' + AllocationLine(allocation);
    }
  }
  for (const OutputRecord& output : exec.outputs) {
    line += output.has_allocation
                ? fmt::format(" out={}/{}", output.requested_bytes,
                              output.allocated_bytes)
                : " out";
    line += Set("slot", output.slot) + Set("allocator", output.allocator) +
            Set("ptr", static_cast<int64_t>(output.ptr));
  }
  return line;
}

// Lists of a map stand in any order.
inline std::string RunLine(const StoredNodeStep& run) {
  std::vector<std::string> times;
  for (const StoredTime& time : run.times) {
    times.push_back(fmt::format("{}{}:{}+{}", time.on_accelerator ? '*' : ' ',
                                time.device, time.start_us, time.duration_us));
  }
  std::vector<std::string> outputs;
  for (const OutputMemory& output : run.outputs) {
    outputs.push_back(fmt::format("{}.{}={}@{}", output.record, output.slot,
                                  output.bytes, output.ptr));
  }
  std::sort(times.begin(), times.end());
  std::sort(outputs.begin(), outputs.end());
  std::string line = fmt::format(
      "run{}={}x {}-{} <{}> <{}> <{}>", run.step, run.run_count,
      run.all_start_us, run.latest_end_us, fmt::join(run.devices, " "),
      fmt::join(times, " "), fmt::join(outputs, " "));
  run.memory.ForEach([&](const MemoryRecord& m) {
    line += fmt::format(
        " {}:{}/{}/{}/{}/{}/{}/{}/{}/{}", m.at_us, m.host_temp_bytes,
        m.host_persistent_bytes, m.accelerator_temp_bytes,
        m.accelerator_persistent_bytes, m.requested_bytes, m.peak_bytes,
        m.residual_bytes, m.output_bytes, m.bytes_in_use);
  });
  for (const AllocationRecord& allocation : run.allocations) {
    line += ' ' + AllocationLine(allocation);
  }
  return line;
}

// The parts of a list without an order of its own.
inline std::string Unordered(Lines parts) {
  std::sort(parts.begin(), parts.end());
  return fmt::format("{{{}}}", fmt::join(parts, " "));
}

class LineSink final : public DumpSink {
 public:
  void AddNode(const NodeDefinition& node) override {
    std::string line = fmt::format("node {} {} <{}>", node.name, node.op,
                                   fmt::join(node.inputs, " "));
    if (node.shape.has_value()) line += " shape=" + Shape(*node.shape);
    for (const ShapeRecord& shape : node.output_shapes) {
      line += " out=" + Shape(shape);
    }
    line += Set("format", node.data_format) +
            Set("attrs", static_cast<int64_t>(node.attrs.size()));
    lines.push_back(std::move(line));
  }

  void AddString(int64_t id, std::string_view text) override {
    lines.push_back(fmt::format("string {}={}", id, text));
  }

  StackId AddStack(std::span<const FrameRecord> frames) override {
    Lines stack;
    for (const FrameRecord& frame : frames) stack.push_back(FrameLine(frame));
    stacks.push_back(fmt::format("({})", fmt::join(stack, " ")));
    return StackId(stacks.size() - 1);
  }

  void AddOpLogEntry(const OpLogEntry& entry) override {
    lines.push_back(fmt::format("entry {} {} <{}> {}", entry.name,
                                entry.float_ops, fmt::join(entry.types, " "),
                                Stack(entry.stack)));
  }

  void AddCheckpointName(std::string_view name) override {
    lines.push_back(fmt::format("checkpoint {}", name));
  }

  void BeginStep(int64_t step) override {
    lines.push_back(fmt::format("step {}", step));
  }

  void BeginDevice(std::string_view device) override {
    lines.push_back(fmt::format("device {}", device));
  }

  void AddExec(const ExecRecord& exec) override {
    lines.push_back(ExecLine(exec));
  }

  void EndStep() override { lines.push_back("end"); }

  void AddStoredNode(const StoredNode& node) override {
    Lines parts;
    for (const StoredOutputShape& shape : node.output_shapes) {
      parts.push_back(fmt::format(
          "out{}={}", shape.output,
          ShapeLine({shape.dims.begin(), shape.dims.end()}, false)));
    }
    for (const StoredInput& input : node.inputs) {
      parts.push_back(fmt::format("in{}={}", input.position, input.source));
    }
    for (const StoredSourceIndex& index : node.source_indices) {
      parts.push_back(fmt::format("source{}={}", index.source, index.output));
    }
    for (const StoredNodeStep& run : node.node_steps)
      parts.push_back(RunLine(run));
    lines.push_back(fmt::format(
        "stored {} id={} {} {} {}{}{}{} <{}> {} {} {} {}", node.key, node.id,
        node.name, node.op, node.canonical_device,
        Set("host", node.host_device), Set("format", node.data_format),
        Set("attrs", static_cast<int64_t>(node.attrs.size())),
        fmt::join(node.types, " "),
        ShapeLine({node.shape.begin(), node.shape.end()}, false),
        node.float_ops, Stack(node.stack), Unordered(parts)));
  }

  void AddStoredStep(int64_t step) override {
    lines.push_back(fmt::format("stored step {}", step));
  }

  void SetHasCodeTraces() override { lines.push_back("has code traces"); }

  Lines lines;
  Lines stacks;

 private:
  std::string Stack(StackId id) const {
    return id.valid() ? stacks.at(id.value) : "-";
  }

  static std::string Shape(const ShapeRecord& shape) {
    return ShapeLine({shape.dims().begin(), shape.dims().end()},
                     shape.unknown_rank());
  }
};

using ReadFunction = Status (*)(const Source&, DumpSink&, Diagnostics&);

// The result of reading the bytes: the lines emitted, the error if any.
struct Reading {
  Lines lines;
  Lines stacks;
  std::string error;
  Lines warnings;
};

inline Reading Read(ReadFunction read, std::string bytes, int64_t step = 0,
                    const ReadLimits& limits = {}) {
  const std::string path = "file";
  const Bytes content(std::move(bytes));
  LineSink sink;
  Diagnostics diagnostics;
  const Status status = read({path, content, step, limits}, sink, diagnostics);
  return {sink.lines, sink.stacks, status ? "" : status.error().message,
          diagnostics.Lines()};
}

inline Lines Sorted(Lines lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace tfprof
