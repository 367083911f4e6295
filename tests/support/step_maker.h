// SPDX-License-Identifier: Apache-2.0
// A step of a few executions, made up in a test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/step_records.h"

namespace tfprof {

// Times are in ns after kOrigin.
class StepMaker {
 public:
  static constexpr int64_t kOrigin = 1'700'000'000'000'000'000;
  static constexpr std::string_view kCpu =
      "/job:localhost/replica:0/task:0/device:CPU:0";
  static constexpr std::string_view kGpu =
      "/job:localhost/replica:0/task:0/device:GPU:0";
  static constexpr std::string_view kStream = "/device:GPU:0/stream:14";

  struct More {
    int64_t head = 0;         // from the start to that of the operation
    int64_t tail = 0;         // from the end of the operation to the end
    int64_t scheduled = -1;   // none if negative
    int64_t clock = kOrigin;  // what times are after
  };

  explicit StepMaker(LoadSpec wanted = {}) : sink_(wanted) {}

  // Adds a node of the graph that ran on a device. Call before the first
  // execution.
  void AddNode(std::string_view name, std::string_view op,
               std::vector<std::string_view> inputs,
               std::string_view tensor_name = "") {
    if (!has_graph_) sink_.BeginGraph({GraphRecord::Origin::kPartition});
    has_graph_ = true;
    const NamedAttr attr{"tensor_name", tensor_name};
    NodeDetail detail;
    if (!tensor_name.empty()) detail.attrs = {&attr, 1};
    sink_.AddNode(
        {.name = name, .op = op, .inputs = inputs, .detail = &detail});
  }

  void BeginDevice(std::string_view device) {
    Begin();
    sink_.BeginDevice(device);
  }

  // An operation: `call` is "MatMul(a, b)".
  void Add(std::string_view name, std::string_view call, int64_t start,
           int64_t end) {
    Add(name, call, start, end, {});
  }

  void Add(std::string_view name, std::string_view call, int64_t start,
           int64_t end, const More& more) {
    const std::string label = std::string(name) + " = " + std::string(call);
    AddLabelled(name, call.empty() ? "" : std::string_view(label), start, end,
                more);
  }

  // A kernel or a copy, or anything else.
  void AddLabelled(std::string_view name, std::string_view label, int64_t start,
                   int64_t end, const More& more) {
    ExecRecord exec;
    exec.name = name;
    exec.label = label;
    exec.all_start_ns = more.clock + start;
    exec.op_start_rel_ns = more.head;
    exec.op_end_rel_ns = end - start - more.tail;
    exec.all_end_rel_ns = end - start;
    if (more.scheduled >= 0) exec.scheduled_ns = more.clock + more.scheduled;
    AddExec(exec);
  }

  void AddExec(const ExecRecord& exec) {
    if (!has_step_) BeginDevice(kCpu);
    sink_.AddExec(exec);
  }

  StepRecords Finish() {
    Begin();
    sink_.EndStep();
    return *sink_.Finish();
  }

 private:
  void Begin() {
    if (!has_step_) sink_.BeginStep(0);
    has_step_ = true;
  }

  StepRecordSink sink_;
  bool has_graph_ = false;
  bool has_step_ = false;
};

}  // namespace tfprof
