// SPDX-License-Identifier: Apache-2.0
// The lines a LineSink should have, from messages that protobuf parsed.
#pragma once

#include <cstring>
#include <string>

#include "base/numbers.h"
#include "proto/graph.pb.h"
#include "proto/run_metadata.pb.h"
#include "proto/tfprof_log.pb.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace tf = tensorflow;

inline std::string ShapeOf(const tf::TensorShapeProto& shape) {
  std::vector<int64_t> dims;
  for (const auto& dim : shape.dim()) dims.push_back(dim.size());
  return ShapeLine(dims, shape.unknown_rank());
}

template <typename AttrMap>
std::string FormatAndAttrs(const AttrMap& attrs) {
  const auto format = attrs.find("data_format");
  return Set("format", format == attrs.end() ? "" : format->second.s()) +
         Set("attrs", static_cast<int64_t>(attrs.size()));
}

inline Lines LinesOf(const tf::GraphDef& graph) {
  Lines lines;
  for (const tf::NodeDef& node : graph.node()) {
    std::string line = fmt::format("node {} {} <{}>", node.name(), node.op(),
                                   fmt::join(node.input(), " "));
    const auto shape = node.attr().find("shape");
    if (shape != node.attr().end() && shape->second.has_shape()) {
      line += " shape=" + ShapeOf(shape->second.shape());
    }
    const auto outputs = node.attr().find("_output_shapes");
    if (outputs != node.attr().end()) {
      for (const auto& output : outputs->second.list().shape()) {
        line += " out=" + ShapeOf(output);
      }
    }
    line += FormatAndAttrs(node.attr());
    lines.push_back(std::move(line));
  }
  return lines;
}

struct RecordParts {
  std::vector<std::vector<AllocationRecord>> allocations;
  std::vector<AllocatorRecord> memory;
  std::vector<OutputRecord> outputs;
};

inline ExecRecord RecordOf(const tf::NodeExecStats& stats, RecordParts& parts) {
  parts = {};
  for (const auto& used : stats.memory()) {
    auto& allocations = parts.allocations.emplace_back();
    for (const auto& allocation : used.allocation_records()) {
      allocations.push_back(
          {allocation.alloc_micros(), allocation.alloc_bytes()});
    }
    parts.memory.push_back({used.allocator_name(), used.total_bytes(),
                            used.peak_bytes(), used.live_bytes(),
                            used.allocator_bytes_in_use(), allocations});
  }
  for (const auto& output : stats.output()) {
    const auto& tensor = output.tensor_description();
    const auto& allocation = tensor.allocation_description();
    parts.outputs.push_back(
        {.slot = output.slot(),
         .has_allocation = tensor.has_allocation_description(),
         .requested_bytes = allocation.requested_bytes(),
         .allocated_bytes = allocation.allocated_bytes(),
         .ptr = allocation.ptr(),
         .allocator = allocation.allocator_name()});
  }
  return {.name = stats.node_name(),
          .all_start_us = stats.all_start_micros(),
          .op_start_rel_us = stats.op_start_rel_micros(),
          .op_end_rel_us = stats.op_end_rel_micros(),
          .all_end_rel_us = stats.all_end_rel_micros(),
          .scheduled_us = stats.scheduled_micros(),
          .thread_id = stats.thread_id(),
          .label = stats.timeline_label(),
          .memory = parts.memory,
          .outputs = parts.outputs,
          .temp_bytes = stats.memory_stats().temp_memory_size(),
          .persistent_bytes = stats.memory_stats().persistent_memory_size()};
}

inline Lines LinesOf(const tf::StepStats& step_stats, int64_t step) {
  Lines lines = {fmt::format("step {}", step)};
  RecordParts parts;
  for (const tf::DeviceStepStats& device : step_stats.dev_stats()) {
    lines.push_back(fmt::format("device {}", device.device()));
    for (const tf::NodeExecStats& stats : device.node_stats()) {
      lines.push_back(ExecLine(RecordOf(stats, parts)));
    }
  }
  lines.push_back("end");
  return lines;
}

inline std::string StackOf(bool is_present, const tf::tfprof::CodeDef& code) {
  if (!is_present) return "-";
  Lines frames;
  for (const auto& trace : code.traces()) {
    frames.push_back(
        FrameLine({trace.file(), trace.function(), trace.line(),
                   trace.file_id(), trace.function_id(), trace.line_id(),
                   trace.lineno(), trace.func_start_line()}));
  }
  return fmt::format("({})", fmt::join(frames, " "));
}

inline Lines LinesOf(const tf::tfprof::OpLogProto& op_log) {
  Lines lines;
  for (const auto& entry : op_log.log_entries()) {
    lines.push_back(
        fmt::format("entry {} {} <{}> {}", entry.name(), entry.float_ops(),
                    fmt::join(entry.types(), " "),
                    StackOf(entry.has_code_def(), entry.code_def())));
  }
  for (const auto& [id, text] : op_log.id_to_string()) {
    lines.push_back(fmt::format("string {}={}", id, text));
  }
  return lines;
}

template <typename DeviceMap>
void AddTimes(const DeviceMap& devices, bool on_accelerator,
              std::vector<StoredTime>& times) {
  for (const auto& [device, of_device] : devices) {
    for (const auto& time : of_device.times()) {
      if (time.int64_values_size() < 2) continue;
      times.push_back(
          {device, time.int64_values(0), time.int64_values(1), on_accelerator});
    }
  }
}

inline std::string RunLineOf(int64_t step,
                             const tf::tfprof::ExecProfile& exec) {
  const std::vector<std::string_view> devices(exec.devices().begin(),
                                              exec.devices().end());
  std::vector<StoredTime> times;
  AddTimes(exec.accelerator_execs(), true, times);
  AddTimes(exec.cpu_execs(), false, times);
  std::vector<MemoryRecord> memory;
  std::vector<OutputMemory> outputs;
  for (const auto& m : exec.memory_execs()) {
    for (const auto& [slot, output] : m.output_memory()) {
      outputs.push_back({static_cast<uint32_t>(memory.size()), slot,
                         output.bytes(), output.ptr()});
    }
    memory.push_back({m.memory_micros(), m.host_temp_bytes(),
                      m.host_persistent_bytes(), m.accelerator_temp_bytes(),
                      m.accelerator_persistent_bytes(), m.requested_bytes(),
                      m.peak_bytes(), m.residual_bytes(), m.output_bytes(),
                      m.allocator_bytes_in_use()});
  }
  std::vector<AllocationRecord> allocations;
  for (const auto& allocation : exec.allocations()) {
    allocations.push_back(
        {allocation.alloc_micros(), allocation.alloc_bytes()});
  }
  // Compared by value, in their form in memory.
  std::vector<std::string_view> records;
  for (const MemoryRecord& record : memory) {
    records.emplace_back(reinterpret_cast<const char*>(&record),
                         sizeof record);
  }
  const auto read = [](std::string_view bytes) {
    MemoryRecord record;
    std::memcpy(&record, bytes.data(), sizeof record);
    return record;
  };
  return RunLine({.step = step,
                  .run_count = exec.run_count(),
                  .all_start_us = exec.all_start_micros(),
                  .latest_end_us = exec.latest_end_micros(),
                  .devices = devices,
                  .times = times,
                  .memory = {records, read},
                  .outputs = outputs,
                  .allocations = allocations});
}

inline std::string StoredLine(int64_t key, const tf::tfprof::ProfileNode& n) {
  Lines parts;
  for (const auto& [output, shape] : n.output_shapes()) {
    const auto& dims = shape.int64_values();
    parts.push_back(fmt::format("out{}={}", output,
                                ShapeLine({dims.begin(), dims.end()}, false)));
  }
  for (const auto& [position, source] : n.inputs()) {
    parts.push_back(fmt::format("in{}={}", position, source));
  }
  for (const auto& [source, output] : n.src_output_index()) {
    parts.push_back(fmt::format("source{}={}", source, output));
  }
  for (const auto& [step, exec] : n.execs()) {
    parts.push_back(RunLineOf(step, exec));
  }
  return fmt::format(
      "stored {} id={} {} {} {}{}{} <{}> {} {} {} {}", key, n.id(), n.name(),
      n.op(), n.canonical_device(), Set("host", n.host_device()),
      FormatAndAttrs(n.attrs()), fmt::join(n.op_types(), " "),
      ShapeLine({n.shape().begin(), n.shape().end()}, false), n.float_ops(),
      StackOf(n.has_trace(), n.trace()), Unordered(parts));
}

inline Lines LinesOf(const tf::tfprof::ProfileProto& profile) {
  Lines lines;
  for (const auto& [key, node] : profile.nodes()) {
    lines.push_back(StoredLine(key, node));
  }
  for (const int64_t step : profile.steps()) {
    lines.push_back(fmt::format("stored step {}", step));
  }
  for (const auto& [id, text] : profile.id_to_string()) {
    lines.push_back(fmt::format("string {}={}", id, text));
  }
  if (profile.has_trace()) lines.push_back("has code traces");
  return lines;
}

}  // namespace tfprof
