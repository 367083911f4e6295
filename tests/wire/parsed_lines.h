// SPDX-License-Identifier: Apache-2.0
// The lines a RecordingSink should have, from messages that protobuf parsed.
#pragma once

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
    lines.push_back(std::move(line));
  }
  return lines;
}

inline ExecRecord RecordOf(const tf::NodeExecStats& stats,
                           std::vector<AllocatorRecord>& memory,
                           std::vector<OutputRecord>& outputs) {
  memory.clear();
  outputs.clear();
  for (const auto& used : stats.memory()) {
    memory.push_back({used.allocator_name(), used.total_bytes(),
                      used.peak_bytes(), used.live_bytes()});
  }
  for (const auto& output : stats.output()) {
    if (!output.tensor_description().has_allocation_description()) continue;
    const auto& allocation =
        output.tensor_description().allocation_description();
    outputs.push_back(
        {allocation.requested_bytes(), allocation.allocated_bytes()});
  }
  return {stats.node_name(),
          stats.all_start_micros(),
          stats.op_end_rel_micros(),
          memory,
          outputs,
          stats.memory_stats().temp_memory_size(),
          stats.memory_stats().persistent_memory_size()};
}

inline Lines LinesOf(const tf::StepStats& step_stats, int64_t step) {
  Lines lines = {fmt::format("step {}", step)};
  std::vector<AllocatorRecord> memory;
  std::vector<OutputRecord> outputs;
  for (const tf::DeviceStepStats& device : step_stats.dev_stats()) {
    lines.push_back(fmt::format("device {}", device.device()));
    for (const tf::NodeExecStats& stats : device.node_stats()) {
      lines.push_back(ExecLine(RecordOf(stats, memory, outputs)));
    }
  }
  lines.push_back("end");
  return lines;
}

inline std::string StackOf(bool is_present, const tf::tfprof::CodeDef& code) {
  if (!is_present) return "-";
  Lines frames;
  for (const auto& trace : code.traces()) {
    frames.push_back(FrameLine({trace.file(), trace.function(), trace.file_id(),
                                trace.function_id(), trace.lineno()}));
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
int64_t DurationsOf(const DeviceMap& devices) {
  int64_t sum = 0;
  for (const auto& [device, times] : devices) {
    for (const auto& time : times.times()) {
      if (time.int64_values_size() >= 2) {
        sum = WrapAdd(sum, time.int64_values(1));
      }
    }
  }
  return sum;
}

inline StoredRun RunOf(int64_t step, const tf::tfprof::ExecProfile& exec) {
  StoredRun run;
  run.step = step;
  run.run_count = exec.run_count();
  run.accelerator_us = DurationsOf(exec.accelerator_execs());
  run.cpu_us = DurationsOf(exec.cpu_execs());
  for (const auto& memory : exec.memory_execs()) {
    run.requested_bytes =
        WrapAdd(run.requested_bytes, memory.requested_bytes());
    run.peak_bytes = WrapAdd(run.peak_bytes, memory.peak_bytes());
    run.residual_bytes = WrapAdd(run.residual_bytes, memory.residual_bytes());
    run.output_bytes = WrapAdd(run.output_bytes, memory.output_bytes());
  }
  return run;
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
    parts.push_back(RunLine(RunOf(step, exec)));
  }
  return fmt::format(
      "stored {} id={} {} {} {} <{}> {} {} {} {}", key, n.id(), n.name(),
      n.op(), n.canonical_device(), fmt::join(n.op_types(), " "),
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
