// SPDX-License-Identifier: Apache-2.0
// The kernels and copies of GPUs in a recording, by what they are and how they
// were launched.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/programs/launch_shape.h"
#include "recorded/capture.h"

namespace tfprof {

// Lengths of executions, in ps.
struct LengthSpread {
  int64_t count = 0;
  int64_t sum_ps = 0;
  int64_t least_ps = 0;
  int64_t most_ps = 0;
  double median_ps = 0;                // of an even number the mean of the two
  std::optional<double> deviation_ps;  // of the sample; nothing for one

  // REQUIRES: not empty. It reorders `lengths_ps`.
  static LengthSpread Of(std::vector<int64_t>& lengths_ps);

  double MeanPs() const {
    return static_cast<double>(sum_ps) / static_cast<double>(count);
  }
};

// Kernels with one name, operation, instruction and launch shape. Texts are of
// the recordings.
struct KernelRow {
  std::string_view kernel;
  std::string_view operation;  // may be empty, like those below
  std::string_view program;    // "jit_f"
  std::string program_id;
  std::string_view instruction;
  LaunchShape shape;
  LengthSpread lengths;
  std::string device;  // if it is one
  uint64_t devices = 0;
  bool is_occupancy_recorded = false;
  std::optional<double> occupancy;
  int64_t launches = 0;  // whose call is in the file
  double launch_ps = 0;  // sums: of the calls
  double queue_ps = 0;   // from the calls' ends to the kernels
};

// Kernels with one name.
struct KernelNameRow {
  std::string_view kernel;
  LengthSpread lengths;
  int64_t rows = 0;  // KernelRows
};

// Copies of one device in one direction.
struct CopyRow {
  std::string device;
  std::string_view direction;
  LengthSpread lengths;
  std::optional<int64_t> bytes;  // nothing if one does not say
  std::optional<int64_t> least_bytes;
  std::optional<int64_t> most_bytes;
  int64_t synchronous = 0;
};

struct RecordedKernels {
  std::shared_ptr<const Capture> capture;  // which has the texts
  int64_t steps = 0;
  // The longest first, then by what they are.
  std::vector<KernelRow> kernels;
  std::vector<KernelNameRow> names;
  std::vector<CopyRow> copies;
};

// `steps` are rows of Capture::steps.
RecordedKernels FindKernels(std::shared_ptr<const Capture> capture,
                            const std::vector<uint32_t>& steps);

}  // namespace tfprof
