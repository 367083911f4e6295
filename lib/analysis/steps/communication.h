// SPDX-License-Identifier: Apache-2.0
// Transfers between hosts and devices, and how much of their time was
// overlapped by computation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/intervals.h"
#include "model/dump_sink.h"
#include "model/transfer.h"

namespace tfprof {

struct Communication {
  struct Moved {
    int64_t count = 0;
    int64_t bytes = 0;
    int64_t without_bytes = 0;  // records without a size
    int64_t micros = 0;
  };

  // Sums over steps; within a step, overlapping spans count once.
  struct Overlap {
    int64_t compute_us = 0;
    int64_t communication_us = 0;  // collective kernels and peer copies
    int64_t overlap_us = 0;
    int64_t host_copy_us = 0;
    int64_t host_copy_overlap_us = 0;
    int64_t idle_us = 0;
    int64_t span_us = 0;
  };

  // From scheduling to the end of operations that communicate, including time
  // spent waiting for others.
  struct InFlight {
    int64_t micros = 0;
    int64_t exposed_us = 0;  // nothing else ran: an upper bound
  };

  std::map<std::pair<std::string, Transfer>, Moved> moved;  // by device
  std::map<std::string, Overlap> gpus;
  std::map<std::string, InFlight> tasks;
  std::map<std::pair<std::string, std::string>, Moved> received;  // from, to
  int64_t steps = 0;
  int64_t without_span = 0;  // records that end before they start
  bool has_horovod = false;
  bool has_nccl = false;
  bool has_streams = false;
  bool is_old_dialect = false;  // all GPUs recorded as GPU 0
  bool has_kernel_overlap = false;
  bool misses_kernels = false;  // GPU operations have no kernels

  bool empty() const { return moved.empty(); }
};

class CommunicationSink final : public DumpSink {
 public:
  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;

  Communication Finish() { return std::move(result_); }

 private:
  struct Gpu {
    Intervals compute, communication, host_copies;
    int64_t kernels_us = 0;
  };

  struct Task {
    Intervals in_flight, other;
  };

  void AddToGpu(const ExecRecord& exec, Transfer kind);
  void AddToTask(const ExecRecord& exec, Transfer kind);

  Communication result_;
  DeviceRows rows_ = DeviceRows::kOperations;
  std::string device_;  // physical
  std::string task_;
  // Of these: names may be long, and are looked at once.
  bool is_gpu_ = false;
  Gpu* gpu_ = nullptr;
  Task* task_of_device_ = nullptr;
  std::map<std::string, Gpu> gpus_;  // in the current step
  std::map<std::string, Task> tasks_;
  bool has_gpu_operations_ = false;
};

}  // namespace tfprof
