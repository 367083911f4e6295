// SPDX-License-Identifier: Apache-2.0
#include "render/step_trace.h"

#include "render/chrome_trace.h"
#include "render/tensor_description.h"
#include "render/text.h"

namespace tfprof {

namespace {

class StepTraceWriter {
 public:
  explicit StepTraceWriter(Writer& writer) : out_(writer) {}

  Status Write(const std::vector<StepTimeline>& timelines) {
    out_.text() += R"({"traceEvents":[)";
    for (const StepTimeline& timeline : timelines) AppendProcesses(timeline);
    for (const StepTimeline& timeline : timelines) {
      TFPROF_RETURN_IF_ERROR(WriteEvents(timeline));
    }
    out_.text() += "\n]}\n";
    return out_.Flush();
  }

 private:
  using Tensor = StepTimeline::Tensor;

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

  void AppendProcesses(const StepTimeline& t);
  Status WriteEvents(const StepTimeline& t);
  Status WriteTensors(const StepTimeline& t);
  Status WriteOps(const StepTimeline& t);
  void AppendFlows(const StepTimeline& t, uint32_t record);
  Status WriteMemory(const StepTimeline& t);

  TextOutput out_;
  bool is_first_ = true;
  uint64_t next_flow_ = 0;
};

void StepTraceWriter::AppendProcesses(const StepTimeline& t) {
  const auto append = [&](uint32_t pid, const std::string& title) {
    Begin() += fmt::format(
        R"({{"name":"process_name","ph":"M","pid":{},"args":{{"name":{}}}}})",
        pid, Json(t.prefix + title));
  };
  append(t.first_pid, "Allocators");
  uint32_t pid = t.first_pid;
  for (const Trace::Device& device : t.trace.devices) {
    const std::string name(t.trace.strings[device.name]);
    append(++pid, name + " Compute");
    append(++pid, name + " Tensors");
  }
}

Status StepTraceWriter::WriteEvents(const StepTimeline& t) {
  if (t.options.show_memory) TFPROF_RETURN_IF_ERROR(WriteTensors(t));
  TFPROF_RETURN_IF_ERROR(WriteOps(t));
  return t.options.show_memory ? WriteMemory(t) : Status();
}

Status StepTraceWriter::WriteTensors(const StepTimeline& t) {
  for (uint32_t i = 0; i < t.trace.size(); ++i) {
    const auto outputs = t.trace.outputs[i];
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
    }
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

// tfprof: arrows end with phase "t", not with "f".
void StepTraceWriter::AppendFlows(const StepTimeline& t, uint32_t record) {
  for (const StepTimeline::Flow& flow : t.flows[record]) {
    const auto append = [&](std::string_view phase, uint32_t at, WideInt time) {
      Begin() += fmt::format(
          R"({{"ph":"{}","cat":"DataFlow","name":{},"pid":{},"tid":{},"ts":{},"id":{}}})",
          phase, Json(t.tensors[flow.tensor].name), t.compute_pid[t.device[at]],
          t.lane[at], time, next_flow_);
    };
    append("s", flow.from, t.EndOf(flow.from));
    append("t", record, t.trace.start[record]);
    ++next_flow_;
  }
}

Status StepTraceWriter::WriteOps(const StepTimeline& t) {
  for (uint32_t i = 0; i < t.trace.size(); ++i) {
    const TraceOp op = t.OpOf(i);
    Begin() += fmt::format(
        R"({{"ph":"X","cat":"Op","name":{0},"pid":{1},"tid":{2},"ts":{3},"dur":{4},"args":{{"name":{5},"op":{0})",
        Json(op.op), t.compute_pid[t.device[i]], t.lane[i], t.trace.start[i],
        t.trace.duration[i], Json(op.name));
    for (size_t input = 0; input < op.inputs.size(); ++input) {
      out_.text() +=
          fmt::format(R"(,"input{}":{})", input, Json(op.inputs[input]));
    }
    out_.text() += "}}";
    AppendFlows(t, i);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

Status StepTraceWriter::WriteMemory(const StepTimeline& t) {
  for (const Tensor& tensor : t.tensors) {
    Begin() += fmt::format(
        R"({{"ph":"D","cat":"Tensor","name":{},"pid":{},"tid":0,"ts":{},"id":{}}})",
        Json(tensor.name), tensor.pid, tensor.released, tensor.id);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  for (const StepTimeline::Allocator& allocator : t.allocators) {
    const std::string name = Json(t.trace.strings[allocator.name]);
    for (const StepTimeline::Sample& sample : allocator.samples) {
      Begin() += fmt::format(
          R"({{"ph":"C","cat":"Memory","name":{0},"pid":{1},"tid":0,"ts":{2},"args":{{{0}:{3}}}}})",
          name, t.first_pid, sample.at, sample.bytes);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
  }
  return {};
}

}  // namespace

Status WriteStepTrace(const std::vector<StepTimeline>& timelines,
                      Writer& writer) {
  return StepTraceWriter(writer).Write(timelines);
}

}  // namespace tfprof
