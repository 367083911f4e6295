// SPDX-License-Identifier: Apache-2.0
// Executions: what ran on the devices of a recording, a row for each execution.
// Times are picoseconds since the recording began. Names are ids of
// RecordedHost::strings, except those of HloModule, which has its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/hlo/hlo_module.h"
#include "recorded/time_union.h"

namespace tfprof {

// A row index that points nowhere.
inline constexpr uint32_t kNoRow = Id<void>::kNone;

enum class DeviceKind : uint8_t { kCpu, kGpu, kTpu };

// What the plane of a device says of it; 0 or empty: it does not say.
struct DeviceFacts {
  std::string model;  // device_type_string, else gpu_device_name
  std::optional<std::string> vendor;
  std::optional<int64_t> capability_major;
  std::optional<int64_t> capability_minor;
  int64_t cores = 0;
  int64_t clock_khz = 0;
  // The most of a second.
  double float_ops = 0;
  double memory_bytes = 0;
  double vmem_read_bytes = 0;
  double vmem_write_bytes = 0;
  double cmem_read_bytes = 0;
  double cmem_write_bytes = 0;
};

// A device, with executions or without. In the order of kind (CPU, GPU, TPU)
// and number.
struct RecordedDevice {
  DeviceKind kind = DeviceKind::kCpu;
  int64_t number = 0;
  std::string name;  // "/device:gpu:0", without the host
  DeviceFacts facts;
  uint64_t records = 0;  // rows of Executions: instructions and kernels
  uint64_t lanes = 0;    // streams or threads with executions
  int64_t self_ps = 0;   // of those rows
  // The shift of its clock, so that nothing runs before its launch.
  int64_t clock_moved_ps = 0;
  uint64_t clipped = 0;    // kernels that ended after the next one began
  int64_t clipped_ps = 0;  // what was cut off them
  // Own moments of what runs and does not wait; moments of whatever runs.
  // Both are empty for a CPU beside an accelerator that has executions.
  // Operations of TensorFlow on a CPU count here as instructions do.
  TimeUnion busy;
  TimeUnion occupied;

  bool is_accelerator() const { return kind != DeviceKind::kCpu; }
};

// A row of commands' lists: executions with one name, type, program and
// instruction.
struct RecordedNode {
  StringId name;          // "jit(f)/dot_general/dot.3", "dense/MatMul"
  StringId type;          // "dot_general", "MatMul", "Kernel"
  StringId program;       // "jit_f(21)"; empty: of no program
  StringId instruction;   // "dot.3"; empty: of no program
  StringId hlo_category;  // the file's category, else the opcode; may be empty
  uint32_t program_row = kNoRow;              // of RecordedHost::programs
  HloModule::Row hlo_row = HloModule::kNone;  // in that program's module
  bool is_wait = false;   // a TPU waits in it for a transfer
  int64_t float_ops = 0;  // of one execution; 0: the file does not say
};

// A compiled program of XLA.
struct RecordedProgram {
  uint64_t id = 0;
  StringId module;  // "jit_f"
  // Null if the file has no HLO proto of it, or a damaged one.
  std::shared_ptr<const HloModule> hlo;
};

// One execution of a program on a device. Its executions are
// RecordedHost::WorkOf(run).
struct ProgramRun {
  uint32_t device = 0;
  StringId module;
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  std::optional<int64_t> run_id;  // of a CPU
  // The host event that enqueued it, of HostEvents; kNoRow: none is known. For
  // a CPU the earliest host event of its run_id that begins before it.
  uint32_t launch = kNoRow;
  // Its rows of Executions: RecordedHost::work_of_runs in [first, end).
  uint32_t first = 0;
  uint32_t end = 0;
};

// A part of a step on the line `Steps` of a device.
struct DeviceStepPart {
  uint32_t device = 0;
  std::optional<int64_t> group;  // stat group_id
  StringId label;                // stat step_name, else the event's name
  int64_t begin_ps = 0;          // on the moved clock
  int64_t duration_ps = 0;
};

// The bytes that an instruction of a TPU moves by memory space.
struct MemoryAccesses {
  int64_t hbm_bytes = 0;
  int64_t cmem_read_bytes = 0;
  int64_t cmem_write_bytes = 0;
  int64_t vmem_read_bytes = 0;
  int64_t vmem_write_bytes = 0;

  friend bool operator==(const MemoryAccesses&,
                         const MemoryAccesses&) = default;
};

// What an execution of a GPU or TPU says of its work. Of a GPU it is what the
// event itself has; of a TPU its instruction's stats count, too. Invalid or
// nothing: not there.
struct WorkDetail {
  StringId kernel;       // kernel_details, its launch shape
  StringId copy;         // memset_details, else memcpy_details
  bool is_fill = false;  // it has memset_details
  StringId op_name;      // stat `name`
  std::optional<uint64_t> program_id;
  std::optional<double> occupancy_percent;
  std::optional<int64_t> float_ops;
  std::optional<int64_t> model_float_ops;
  std::optional<int64_t> bytes;
  std::optional<MemoryAccesses> accesses;  // if it has any
  StringId source;                         // "FILE:LINE"
  StringId shape;                          // with layout
  StringId tf_op;
  StringId category;  // of the instruction of a TPU

  friend bool operator==(const WorkDetail&, const WorkDetail&) = default;
};

struct Executions {
  // 72 bytes. In the order of devices, of lanes (planes and lines in the order
  // of the file), and of the file.
  struct Row {
    int64_t begin_ps = 0;
    int64_t end_ps = 0;   // after what was cut off, or added on a CPU
    int64_t self_ps = 0;  // without what it contains on its lane
    uint32_t device = 0;  // of RecordedHost::devices
    uint32_t lane = 0;    // of RecordedHost::lines
    uint32_t node = 0;    // of RecordedHost::nodes
    StringId name;        // of the event itself, "void gemm<128>(...)"
    // The smallest execution that contains it on its lane; kNoRow: none, and
    // always on a GPU.
    uint32_t parent = kNoRow;
    // The call of the driver that put it on its stream, of HostEvents.
    uint32_t launch = kNoRow;
    uint32_t run = kNoRow;  // of RecordedHost::runs
    // Its own row of HostEvents (on a CPU only).
    uint32_t event = kNoRow;
    uint32_t group = kNoRow;   // its stat group_id: of RecordedHost::groups
    uint32_t order = 0;        // in the file, among the events of its plane
    uint32_t detail = kNoRow;  // of RecordedHost::details; on a CPU kNoRow
    bool is_wait = false;      // its moments are waiting, not busy

    int64_t length_ps() const { return end_ps - begin_ps; }
  };

  std::vector<Row> rows;

  size_t size() const { return rows.size(); }

  const Row& operator[](size_t row) const { return rows[row]; }
};

}  // namespace tfprof
