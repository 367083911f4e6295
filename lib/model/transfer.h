// SPDX-License-Identifier: Apache-2.0
// What a record moved, and between whom: told from the names of the record and
// of its device, in the dialects that tracers have had.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/dump_sink.h"

namespace tfprof {

enum class Transfer : uint8_t {
  kNone,
  kRpc,         // a tensor received from another task
  kCollective,  // an operation among devices: NCCL's, Horovod's, collectives
  kNcclKernel,  // its work on a GPU
  kPeerCopy,    // from GPU to GPU
  kToDevice,
  kToHost,
  kHostCopy,
  kDeviceCopy,     // within a GPU
  kUnknownKernel,  // nameless: Horovod launches such, and so do others
};

std::string_view WordsOf(Transfer transfer);

// What kind of rows a device of step stats has.
enum class DeviceRows : uint8_t {
  kOperations,
  kKernels,      // stream:all
  kCopies,       // memcpy
  kOneStream,    // again what stream:all and memcpy have
  kSynchronize,  // time of waiting
  kHostTracer,   // again what the operations' devices have
};

DeviceRows RowsOf(std::string_view device);

// "/device:GPU:0" of "/device:GPU:0/stream:all"; the device itself of others.
std::string_view PhysicalDevice(std::string_view device);

// "/job:worker/replica:0/task:1" of a device in it, or nothing.
std::string_view TaskOf(std::string_view device);

struct TransferInfo {
  Transfer kind = Transfer::kNone;
  int64_t bytes = -1;  // -1 if the record does not say
};

TransferInfo ClassifyTransfer(DeviceRows rows, const ExecRecord& exec);

// Whether operations of this type are NCCL's, Horovod's or collectives, which
// all workers do together.
bool IsCollective(std::string_view type);

// The type in a label "NAME = TYPE(INPUTS)", up to the first '('; else "<>".
std::string_view TypeInLabel(std::string_view label);

// The duration of an execution in us. Old releases left it out of receives and
// recorded only the end of the operation.
inline int64_t SpanOf(const ExecRecord& exec) {
  return exec.all_end_rel_us != 0 ? exec.all_end_rel_us : exec.op_end_rel_us;
}

}  // namespace tfprof
