// SPDX-License-Identifier: Apache-2.0
// The data that a record moved, and its endpoints, parsed from the names of the
// record and its device in the dialects of various tracers.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/dump_sink.h"

namespace tfprof {

enum class Transfer : uint8_t {
  kNone,
  kRpc,         // a tensor received from another task
  kCollective,  // an operation among devices: NCCL's, Horovod's, collectives
  kNcclKernel,  // work of a collective on a GPU
  kPeerCopy,    // from GPU to GPU
  kToDevice,
  kToHost,
  kHostCopy,
  kDeviceCopy,     // within a GPU
  kUnknownKernel,  // nameless: Horovod launches such kernels, and others do
};

std::string_view WordsOf(Transfer transfer);

// The kind of rows that a device of step stats has.
enum class DeviceRows : uint8_t {
  kOperations,
  kKernels,      // stream:all
  kCopies,       // memcpy
  kOneStream,    // repeats stream:all and memcpy
  kSynchronize,  // waiting time
  kHostTracer,   // repeats the operations' devices
};

DeviceRows RowsOf(std::string_view device);

// "/device:GPU:0" for "/device:GPU:0/stream:all"; other devices unchanged.
std::string_view PhysicalDevice(std::string_view device);

// "/job:worker/replica:0/task:1" for a device of that task; else empty.
std::string_view TaskOf(std::string_view device);

struct TransferInfo {
  Transfer kind = Transfer::kNone;
  int64_t bytes = -1;  // -1 if the record does not tell
};

TransferInfo ClassifyTransfer(DeviceRows rows, const ExecRecord& exec);

// True for types of NCCL's, Horovod's and TensorFlow's collectives, which all
// workers run together.
bool IsCollective(std::string_view type);

// The type in a label "NAME = TYPE(INPUTS)", up to the first '('; else "<>".
std::string_view TypeInLabel(std::string_view label);

// The duration of an execution in us. Old releases left it out for receives and
// recorded only the end of the operation.
inline int64_t SpanOf(const ExecRecord& exec) {
  return exec.all_end_rel_us != 0 ? exec.all_end_rel_us : exec.op_end_rel_us;
}

}  // namespace tfprof
