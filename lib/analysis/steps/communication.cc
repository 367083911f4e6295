// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/communication.h"

#include <algorithm>

#include "base/numbers.h"

namespace tfprof {

namespace {

bool IsOnHostOrBetween(Transfer kind) {
  return kind == Transfer::kToDevice || kind == Transfer::kToHost ||
         kind == Transfer::kHostCopy;
}

void AddTo(int64_t& sum, int64_t value) { sum = WrapAdd(sum, value); }

// "DEVICE" in a receive's label "... from DEVICE to ...".
std::string SourceOf(std::string_view label) {
  const size_t from = label.rfind(" from ");
  const size_t to = label.rfind(" to ");
  if (from == std::string_view::npos || to == std::string_view::npos ||
      to < from + 6) {
    return "unknown";
  }
  return std::string(label.substr(from + 6, to - from - 6));
}

}  // namespace

void CommunicationSink::BeginStep(int64_t) {
  ++result_.steps;
  gpus_.clear();
  tasks_.clear();
  has_gpu_operations_ = false;
}

void CommunicationSink::BeginDevice(std::string_view device) {
  rows_ = RowsOf(device);
  device_ = PhysicalDevice(device);
  task_ = TaskOf(device);
  is_gpu_ = device_.find("GPU") != std::string::npos ||
            device_.find("gpu") != std::string::npos;
  gpu_ = nullptr;
  task_of_device_ = nullptr;
  if (rows_ == DeviceRows::kKernels || rows_ == DeviceRows::kCopies) {
    result_.has_streams = true;
    gpu_ = &gpus_[device_];
  }
  if (rows_ == DeviceRows::kOperations && !task_.empty()) {
    task_of_device_ = &tasks_[task_];
  }
}

void CommunicationSink::AddExec(const ExecRecord& exec) {
  const TransferInfo info = ClassifyTransfer(rows_, exec);
  switch (rows_) {
    case DeviceRows::kKernels:
    case DeviceRows::kCopies:
      AddToGpu(exec, info.kind);
      break;
    case DeviceRows::kOperations:
      AddToTask(exec, info.kind);
      break;
    default:
      return;
  }
  int64_t end = 0;
  if (SpanOf(exec) < 0 ||
      __builtin_add_overflow(exec.all_start_us, SpanOf(exec), &end)) {
    ++result_.without_span;
  }
  if (info.kind == Transfer::kNone) return;
  const auto add = [&](Communication::Moved& moved) {
    ++moved.count;
    AddTo(moved.bytes, std::max<int64_t>(info.bytes, 0));
    moved.without_bytes += info.bytes < 0 ? 1 : 0;
    AddTo(moved.micros, SpanOf(exec));
  };
  add(result_.moved[{device_, info.kind}]);
  if (info.kind == Transfer::kRpc) {
    add(result_.received[{SourceOf(exec.label), task_}]);
  }
  if (exec.name.starts_with("MEMCPY") ||
      exec.name.find(":MEMCPY") != std::string_view::npos) {
    result_.is_old_dialect = true;
  }
}

void CommunicationSink::AddToGpu(const ExecRecord& exec, Transfer kind) {
  Gpu& gpu = *gpu_;
  const int64_t start = exec.all_start_us;
  const int64_t end = WrapAdd(start, SpanOf(exec));
  if (kind == Transfer::kNcclKernel || kind == Transfer::kPeerCopy) {
    gpu.communication.Add(start, end);
  } else if (IsOnHostOrBetween(kind)) {
    gpu.host_copies.Add(start, end);
  } else {
    gpu.compute.Add(start, end);
  }
  if (rows_ == DeviceRows::kKernels) {
    AddTo(gpu.kernels_us, std::max<int64_t>(SpanOf(exec), 0));
  }
}

void CommunicationSink::AddToTask(const ExecRecord& exec, Transfer kind) {
  if (TypeInLabel(exec.label).starts_with("Horovod")) {
    result_.has_horovod = true;
  }
  result_.has_nccl =
      result_.has_nccl || TypeInLabel(exec.label).starts_with("Nccl");
  has_gpu_operations_ = has_gpu_operations_ || is_gpu_;
  if (task_of_device_ == nullptr) return;
  Task& task = *task_of_device_;
  const int64_t end = WrapAdd(exec.all_start_us, SpanOf(exec));
  if (kind == Transfer::kNone) {
    task.other.Add(exec.all_start_us, end);
  } else {
    task.in_flight.Add(exec.all_start_us, end);
  }
}

void CommunicationSink::EndStep() {
  if (has_gpu_operations_ && gpus_.empty()) result_.misses_kernels = true;
  for (auto& [device, gpu] : gpus_) {
    Intervals all;
    for (Intervals* spans :
         {&gpu.compute, &gpu.communication, &gpu.host_copies}) {
      spans->Normalize();
      all.Add(*spans);
    }
    all.Normalize();
    if (all.empty()) continue;
    Communication::Overlap& sum = result_.gpus[device];
    AddTo(sum.compute_us, gpu.compute.Length());
    AddTo(sum.communication_us, gpu.communication.Length());
    AddTo(sum.overlap_us, gpu.compute.OverlapWith(gpu.communication));
    AddTo(sum.host_copy_us, gpu.host_copies.Length());
    AddTo(sum.host_copy_overlap_us, gpu.compute.OverlapWith(gpu.host_copies));
    const int64_t span = WrapAdd(all.spans().back().end,
                                 WrapMultiply(all.spans().front().start, -1));
    AddTo(sum.span_us, span);
    AddTo(sum.idle_us, WrapAdd(span, WrapMultiply(all.Length(), -1)));
    Intervals kernels = gpu.compute;
    kernels.Add(gpu.communication);
    kernels.Normalize();
    if (gpu.kernels_us > kernels.Length()) result_.has_kernel_overlap = true;
  }
  // Kernels do not name a task: with one task, they are its kernels.
  for (auto& [name, task] : tasks_) {
    if (tasks_.size() == 1) {
      for (const auto& [device, gpu] : gpus_) task.other.Add(gpu.compute);
    }
    task.in_flight.Normalize();
    if (task.in_flight.empty()) continue;
    task.other.Normalize();
    Communication::InFlight& sum = result_.tasks[name];
    const int64_t length = task.in_flight.Length();
    AddTo(sum.micros, length);
    AddTo(sum.exposed_us,
          WrapAdd(length,
                  WrapMultiply(task.in_flight.OverlapWith(task.other), -1)));
  }
}

}  // namespace tfprof
