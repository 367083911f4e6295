// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/event_name.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "model/xspace/python_calls.h"

namespace tfprof {

namespace {

struct NamedType {
  std::string_view name;
  EventType type;
};

constexpr NamedType kNamedTypes[] = {
    {"ExecutorState::Process", EventType::kExecutor},
    {"IteratorGetNextOp::DoCompute", EventType::kFetch},
    {"IteratorGetNextAsOptionalOp::DoCompute", EventType::kFetch},
    {"InstantiatedCapturedFunction::Run", EventType::kCapturedFunction},
    {"InstantiatedCapturedFunction::RunWithBorrowedArgs",
     EventType::kCapturedFunction},
    {"InstantiatedCapturedFunction::RunInstantiated",
     EventType::kCapturedFunction},
    {"InstantiatedCapturedFunction::RunAsync", EventType::kCapturedFunction},
    {"TraceContext", EventType::kTraceContext},
    {"FunctionRun", EventType::kRun},
    {"SessionRun", EventType::kRun},
    {"RunGraph", EventType::kRun},
    {"EagerExecute", EventType::kEagerExecute},
    {"MemoryAllocation", EventType::kAllocation},
    {"MemoryDeallocation", EventType::kDeallocation},
    {"WhileOp-EvalCond", EventType::kLoop},
    {"WhileOp-StartBody", EventType::kLoop},
    {"ForOp", EventType::kLoop},
    {"ParallelForOp", EventType::kLoop},
    {"ForeverOp", EventType::kLoop},
    {"ThreadpoolListener::StartRegion", EventType::kRegionBegin},
    {"ThreadpoolListener::StopRegion", EventType::kRegionEnd},
    {"ExecutorDoneCallback", EventType::kOtherKnown},
    {"RunGraphDone", EventType::kOtherKnown},
    {"KernelLaunch", EventType::kOtherKnown},
    {"KernelExecute", EventType::kOtherKnown},
    {"Iterator", EventType::kOtherKnown},
    {"BatchingSessionRun", EventType::kOtherKnown},
    {"ProcessBatch", EventType::kOtherKnown},
};

constexpr std::string_view kEagerLocal = "EagerLocalExecute: ";
constexpr std::string_view kFunction = "__inference_";

EventType TypeOf(std::string_view text) {
  const auto* const found =
      std::find_if(std::begin(kNamedTypes), std::end(kNamedTypes),
                   [&](const NamedType& row) { return row.name == text; });
  if (found != std::end(kNamedTypes)) return found->type;
  if (text.starts_with('$')) return EventType::kPythonFrame;
  // A function that is called eagerly has operations of its own.
  return text.starts_with(kEagerLocal) && text.size() > kEagerLocal.size() &&
                 !text.substr(kEagerLocal.size()).starts_with(kFunction)
             ? EventType::kEagerLocal
             : EventType::kOther;
}

StepPart HostPartOf(const OpName& op, std::string_view lower_text) {
  if (op.type == "InfeedEnqueue" || op.type == "InfeedEnqueueTuple" ||
      op.type == "MemcpyHToD") {
    return StepPart::kHostToDevice;
  }
  if (op.type == "MemcpyHToH") return StepPart::kHostToHost;
  return lower_text.starts_with("iteratorgetnext") ? StepPart::kWaitForInput
                                                   : StepPart::kHostCompute;
}

StepPart DevicePartOf(const OpName& op, std::string_view text) {
  if (op.type == "MemcpyHToD") return StepPart::kHostToDevice;
  if (op.type == "MemcpyDToH") return StepPart::kDeviceToHost;
  if (op.type == "MemcpyDToD") return StepPart::kDeviceToDevice;
  if (AsciiLower(text.substr(0, 4)) == "nccl") return StepPart::kCollective;
  return Contains(text, "half") || Contains(text, "fp16") ? StepPart::kDevice16
                                                          : StepPart::kDevice32;
}

}  // namespace

EventName ClassifyEventName(std::string_view text, StringPool& strings) {
  const OpName op = ParseOpName(text);
  const std::string lower = AsciiLower(text);
  EventName name;
  name.text = strings.Intern(text);
  name.type = TypeOf(text);
  name.op_kind = op.kind;
  name.op_name = strings.Intern(op.name);
  name.op_type = strings.Intern(op.type);
  if (name.type == EventType::kEagerLocal) {
    name.op_name = name.op_type =
        strings.Intern(text.substr(kEagerLocal.size()));
  }
  name.is_call = ParsePythonCall(text).has_value();
  name.marks_step = StartsWithAny(text, {"train", "test", "TraceContext"}) &&
                    !Contains(text, "/");
  name.is_end = text.starts_with("end: ");
  name.is_overhead = StartsWithAny(text, {"EagerExecute", "EagerLocalExecute",
                                          "EagerKernelExecute", "FunctionRun"});
  name.host_part = HostPartOf(op, lower);
  name.may_prepare_device = name.host_part != StepPart::kHostToDevice &&
                            name.host_part != StepPart::kHostToHost;
  name.prepares_device = lower.starts_with("executorstate::process");
  name.device_part = DevicePartOf(op, text);
  return name;
}

}  // namespace tfprof
