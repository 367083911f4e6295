// SPDX-License-Identifier: Apache-2.0
#include "render/trace/step_trace.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/transfer.h"
#include "render/proto/tensor_description.h"
#include "render/text/text.h"
#include "render/trace/chain_marks.h"
#include "render/trace/chrome_trace.h"

namespace tfprof {

namespace {

// ns >= 0 in microseconds.
std::string MicrosText(int64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

// Begin and end of a recording's event, in ns.
std::pair<int64_t, int64_t> NanosOf(const TraceTimeline& t, uint32_t record) {
  const Trace::Event& event = t.trace.events[record];
  const int64_t begin = t.trace.start[record] * 1000 + event.start_ps / 1000;
  return {begin,
          begin + t.trace.duration[record] * 1000 + event.duration_ps / 1000};
}

class StepTraceWriter {
 public:
  explicit StepTraceWriter(Writer& writer) : out_(writer) {}

  Status Write(const TracedSteps& steps) {
    constexpr auto kProcesses = TraceTimeline::Parts::kProcesses;
    out_.text() += R"({"traceEvents":[)";
    if (steps.size() == 1) {
      // Memory may end while it is made, and then nothing has been written.
      const TraceTimeline whole(steps.front());
      TFPROF_RETURN_IF_ERROR(WriteProcesses(whole));
      TFPROF_RETURN_IF_ERROR(WriteEvents(whole));
      return WriteEnd();
    }
    for (const TracedStep& step : steps) {
      TFPROF_RETURN_IF_ERROR(WriteProcesses(TraceTimeline(step, kProcesses)));
    }
    for (const TracedStep& step : steps) {
      TFPROF_RETURN_IF_ERROR(WriteEvents(TraceTimeline(step)));
    }
    return WriteEnd();
  }

 private:
  using Tensor = TraceTimeline::Tensor;

  Status WriteEnd() {
    out_.text() += "\n]}\n";
    return out_.Flush();
  }

  std::string& Begin() {
    out_.text() += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    return out_.text();
  }

  static std::string Json(std::string_view text) {
    std::string json;
    AppendJsonString(json, text);
    return json;
  }

  Status WritePlanes(const TraceTimeline& t);
  Status WriteRecordedEvents(const TraceTimeline& t);
  Status WriteProcesses(const TraceTimeline& t);
  Status WriteLabels(const TraceTimeline& t);
  void AppendGroup(const TraceTimeline& t, const TraceTimeline::Group& group);
  Status WriteEvents(const TraceTimeline& t);
  Status WriteTensors(const TraceTimeline& t);
  Status WriteOps(const TraceTimeline& t);
  void AppendFlows(const TraceTimeline& t, uint32_t record);
  Status WriteMemory(const TraceTimeline& t);
  Status WriteCurves(const TraceTimeline& t);
  Status WriteChain(const TraceTimeline& t, size_t row);
  void AppendArrow(const TraceTimeline& t, uint32_t from, uint32_t to);
  void AppendChains(const TraceTimeline& t);

  TextOutput out_;
  bool is_first_ = true;
  uint64_t next_flow_ = 0;
};

// Writes planes as processes and lines as threads.
Status StepTraceWriter::WritePlanes(const TraceTimeline& t) {
  const Trace& trace = t.trace;
  for (size_t i = 0; i < trace.devices.size(); ++i) {
    Begin() += fmt::format(
        R"({{"name":"process_name","ph":"M","pid":{},"args":{{"name":{}}}}})",
        t.compute_pid[i],
        Json(t.step.prefix +
             std::string(trace.strings[trace.devices[i].name])));
    for (size_t line = 0; line < trace.lines[i].size(); ++line) {
      Begin() += fmt::format(
          R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":{}}}}})",
          t.compute_pid[i], line, Json(trace.strings[trace.lines[i][line]]));
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
    TFPROF_RETURN_IF_ERROR(out_.Drain());  // a plane may have no lines
  }
  return {};
}

Status StepTraceWriter::WriteRecordedEvents(const TraceTimeline& t) {
  const ChainMarks marks(t.step);
  for (uint32_t i = 0; i < t.trace.size(); ++i) {
    const Trace::Event& event = t.trace.events[i];
    Begin() += fmt::format(
        R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{}.{:06},"dur":{}.{:06})",
        Json(t.trace.strings[t.trace.name[i]]), t.compute_pid[t.device[i]],
        t.lane[i], t.trace.start[i], event.start_ps, t.trace.duration[i],
        event.duration_ps);
    if (const std::string_view mark = marks.Of(i); !mark.empty()) {
      out_.text() += fmt::format(R"(,"args":{{"critical_path":"{}"}})", mark);
    }
    out_.text() += '}';
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

Status StepTraceWriter::WriteProcesses(const TraceTimeline& t) {
  if (t.trace.is_recording) {
    TFPROF_RETURN_IF_ERROR(WritePlanes(t));
    AppendChains(t);
    return out_.Drain();
  }
  const auto append = [&](uint32_t pid, const std::string& title) {
    Begin() += fmt::format(
        R"({{"name":"process_name","ph":"M","pid":{},"args":{{"name":{}}}}})",
        pid, Json(t.step.prefix + title));
  };
  append(t.step.first_pid, "Allocators");
  uint32_t pid = t.step.first_pid;
  for (const Trace::Device& device : t.trace.devices) {
    const std::string name(t.trace.strings[device.name]);
    append(++pid, name + " Compute");
    append(++pid, name + " Tensors");
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  AppendChains(t);
  TFPROF_RETURN_IF_ERROR(out_.Drain());
  return t.options.labels ? WriteLabels(t) : Status();
}

// Writes the critical chains above all other rows.
void StepTraceWriter::AppendChains(const TraceTimeline& t) {
  for (size_t row = 0; row < t.step.chains.size(); ++row) {
    const uint32_t pid = t.step.chain_pid() + static_cast<uint32_t>(row);
    Begin() += fmt::format(
        R"({{"name":"process_name","ph":"M","pid":{},"args":{{"name":{}}}}})",
        pid, Json(t.step.prefix + t.step.chains[row].title));
    Begin() += fmt::format(
        R"({{"name":"process_sort_index","ph":"M","pid":{},"args":{{"sort_index":-1}}}})",
        pid);
  }
}

std::string_view MeaningOf(std::string_view device) {
  switch (RowsOf(device)) {
    case DeviceRows::kOperations:
      return device.find("GPU") == std::string_view::npos &&
                     device.find("gpu") == std::string_view::npos
                 ? "operations of the host"
                 : "operations as the host launched them, not the GPU's work";
    case DeviceRows::kKernels:
      return "kernels of all streams";
    case DeviceRows::kCopies:
      return "copies";
    case DeviceRows::kOneStream:
      return "one stream, again what the rows of all kernels and copies have";
    case DeviceRows::kSynchronize:
      return "waiting for a stream";
    case DeviceRows::kHostTracer:
      return "the host tracer's, again what the operations' rows have";
  }
  return "";
}

// Labels the rows, which the reference does not do.
Status StepTraceWriter::WriteLabels(const TraceTimeline& t) {
  std::map<uint32_t, uint32_t> lanes;  // by process
  for (size_t i = 0; i < t.trace.size(); ++i) {
    uint32_t& count = lanes[t.compute_pid[t.device[i]]];
    count = std::max(count, t.lane[i] + 1);
  }
  for (size_t i = 0; i < t.trace.devices.size(); ++i) {
    const uint32_t pid = t.compute_pid[i];
    Begin() += fmt::format(
        R"({{"name":"process_labels","ph":"M","pid":{},"args":{{"labels":{}}}}})",
        pid, Json(MeaningOf(t.trace.strings[t.trace.devices[i].name])));
    for (uint32_t lane = 0; lane < lanes[pid]; ++lane) {
      Begin() += fmt::format(
          R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"lane {}, no thread"}}}})",
          pid, lane, lane);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

Status StepTraceWriter::WriteEvents(const TraceTimeline& t) {
  if (t.trace.is_recording) {
    TFPROF_RETURN_IF_ERROR(WriteRecordedEvents(t));
  } else {
    if (t.options.show_memory) TFPROF_RETURN_IF_ERROR(WriteTensors(t));
    TFPROF_RETURN_IF_ERROR(WriteOps(t));
    if (t.options.show_memory) TFPROF_RETURN_IF_ERROR(WriteMemory(t));
  }
  TFPROF_RETURN_IF_ERROR(WriteCurves(t));
  for (size_t row = 0; row < t.step.chains.size(); ++row) {
    TFPROF_RETURN_IF_ERROR(WriteChain(t, row));
  }
  return {};
}

Status StepTraceWriter::WriteTensors(const TraceTimeline& t) {
  for (uint32_t i = 0; i < t.trace.size(); ++i) {
    const auto outputs = t.trace.OutputsOf(i);
    const std::string_view record = t.trace.strings[t.trace.name[i]];
    for (size_t output = 0; output < outputs.size(); ++output) {
      const std::string name =
          Json(output == 0 ? std::string(record)
                           : fmt::format("{}:{}", record, output));
      const auto append = [&](std::string_view phase, WideInt at) {
        Begin() += fmt::format(
            R"({{"ph":"{}","cat":"Tensor","name":{},"pid":{},"tid":{},"ts":{},"id":{})",
            phase, name, t.compute_pid[t.device[i]] + 1, t.lane[i], at,
            t.ids[i][output]);
      };
      append("N", t.trace.start[i]);
      out_.text() += '}';
      append("O", t.EndOf(i) - 1);
      const std::string text =
          TensorDescriptionText(t.trace.strings[outputs[output].tensor]);
      out_.text() +=
          fmt::format(R"(,"args":{{"snapshot":{{"tensor_description":{}}}}}}})",
                      Json(text));
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
  }
  return {};
}

// tfprof: arrows end with phase "t" (step) instead of "f" (finish).
void StepTraceWriter::AppendFlows(const TraceTimeline& t, uint32_t record) {
  for (const TraceTimeline::Flow& flow : t.flows[record]) {
    const auto append = [&](std::string_view phase, uint32_t at, WideInt time) {
      Begin() += fmt::format(
          R"({{"ph":"{}","cat":"DataFlow","name":{},"pid":{},"tid":{},"ts":{},"id":{}}})",
          phase, Json(t.NameOf(t.tensors[flow.tensor])),
          t.compute_pid[t.device[at]], t.lane[at], time, next_flow_);
    };
    append("s", flow.from, t.EndOf(flow.from));
    append("t", record, t.trace.start[record]);
    ++next_flow_;
  }
}

void StepTraceWriter::AppendGroup(const TraceTimeline& t,
                                  const TraceTimeline::Group& group) {
  const uint32_t i = group.first;
  Begin() += fmt::format(
      R"({{"ph":"X","cat":"Op","name":"{0} operations","pid":{1},"tid":{2},"ts":{3},"dur":{4},"args":{{"first":{5},"count":{0},"busy_us":{6}}}}})",
      group.count, t.compute_pid[t.device[i]], t.lane[i], t.trace.start[i],
      group.end - t.trace.start[i], Json(t.OpOf(i).name), group.busy_us);
}

Status StepTraceWriter::WriteOps(const TraceTimeline& t) {
  const ChainMarks marks(t.step);
  for (uint32_t i = 0; i < t.trace.size(); ++i) {
    if (const uint32_t row = t.GroupOf(i); row != TraceTimeline::kNoGroup) {
      if (t.groups[row].first == i) AppendGroup(t, t.groups[row]);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
      continue;
    }
    const TraceOp op = t.OpOf(i);
    Begin() += fmt::format(
        R"({{"ph":"X","cat":"Op","name":{0},"pid":{1},"tid":{2},"ts":{3},"dur":{4},"args":{{"name":{5},"op":{0})",
        Json(op.op), t.compute_pid[t.device[i]], t.lane[i], t.trace.start[i],
        t.trace.duration[i], Json(op.name));
    for (size_t input = 0; input < op.inputs.size(); ++input) {
      out_.text() +=
          fmt::format(R"(,"input{}":{})", input, Json(op.inputs[input]));
    }
    if (const std::string_view mark = marks.Of(i); !mark.empty()) {
      out_.text() += fmt::format(R"(,"critical_path":"{}")", mark);
    }
    out_.text() += "}}";
    AppendFlows(t, i);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

Status StepTraceWriter::WriteMemory(const TraceTimeline& t) {
  for (const Tensor& tensor : t.tensors) {
    Begin() += fmt::format(
        R"({{"ph":"D","cat":"Tensor","name":{},"pid":{},"tid":0,"ts":{},"id":{}}})",
        Json(t.NameOf(tensor)), t.PidOf(tensor), t.ReleasedAt(tensor),
        tensor.id);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  for (const TraceTimeline::Allocator& allocator : t.allocators) {
    const std::string name = Json(t.trace.strings[allocator.name]);
    for (const TraceTimeline::Sample& sample : allocator.samples) {
      Begin() += fmt::format(
          R"({{"ph":"C","cat":"Memory","name":{0},"pid":{1},"tid":0,"ts":{2},"args":{{{0}:{3}}}}})",
          name, t.step.first_pid, sample.at, sample.bytes);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
  }
  return {};
}

Status StepTraceWriter::WriteCurves(const TraceTimeline& t) {
  for (const Trace::Curve& curve : t.trace.curves) {
    const std::string name = Json(curve.name);
    for (const Trace::Curve::Level& level : curve.levels) {
      Begin() += fmt::format(
          R"({{"ph":"C","cat":"Memory","name":{},"pid":{},"tid":0,"ts":{},"args":{{"bytes":{}}}}})",
          name, t.step.first_pid, level.at, level.bytes);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
  }
  return {};
}

// From the end of one record to the start of another; if the first (a launch)
// ends later, from that start.
void StepTraceWriter::AppendArrow(const TraceTimeline& t, uint32_t from,
                                  uint32_t to) {
  const auto append = [&](std::string_view phase, uint32_t at,
                          const std::string& time) {
    Begin() += fmt::format(
        R"({{"ph":"{}","bp":"e","cat":"Critical path","name":"critical path","pid":{},"tid":{},"ts":{},"id":{}}})",
        phase, t.compute_pid[t.device[at]], t.lane[at], time, next_flow_);
  };
  if (t.trace.is_recording) {
    const int64_t begin = NanosOf(t, to).first;
    append("s", from, MicrosText(std::min(NanosOf(t, from).second, begin)));
    append("f", to, MicrosText(begin));
  } else {
    const WideInt begin = t.trace.start[to];
    append("s", from, fmt::format("{}", std::min(t.EndOf(from), begin)));
    append("f", to, fmt::format("{}", begin));
  }
  ++next_flow_;
}

Status StepTraceWriter::WriteChain(const TraceTimeline& t, size_t row) {
  const uint32_t pid = t.step.chain_pid() + static_cast<uint32_t>(row);
  uint32_t before = TracedStep::kNoRecord;
  const TracedStep::Chain& chain = t.step.chains[row];
  for (size_t i = 0; i < chain.pieces; ++i) {
    const TracedStep::ChainPiece piece = chain.piece(i);
    const auto append = [&](std::string_view name, int64_t start,
                            int64_t duration) {
      Begin() += fmt::format(
          R"({{"ph":"X","cat":"Critical path","name":{},"pid":{},"tid":0,"ts":{},"dur":{},"args":{{"name":{},"link":"{}","lane_wait_ns":{}}}}})",
          Json(name), pid, MicrosText(start), MicrosText(duration),
          Json(piece.node), piece.link, piece.lane_wait);
    };
    // The busy times of the stream within that time are not stored.
    const int64_t waits_from = piece.start - piece.wait;
    if (piece.wait > 0) append("waiting for a stream", waits_from, piece.wait);
    if (piece.gap > 0) append("gap", waits_from - piece.gap, piece.gap);
    append(piece.name, piece.start, piece.busy);
    if (before != TracedStep::kNoRecord && before != piece.record &&
        piece.record != TracedStep::kNoRecord) {
      AppendArrow(t, before, piece.record);
    }
    before = piece.record;
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

}  // namespace

Status WriteStepTrace(const TracedSteps& steps, Writer& writer) {
  return StepTraceWriter(writer).Write(steps);
}

}  // namespace tfprof
