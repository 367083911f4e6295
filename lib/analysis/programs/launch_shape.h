// SPDX-License-Identifier: Apache-2.0
// Launch shapes of kernels, and how much of a multiprocessor one fills.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "recorded/executions.h"

namespace tfprof {

// The stat `kernel_details`: words "key:value". Nothing: it does not say.
struct LaunchShape {
  std::optional<std::string> grid;   // "x,y,z" blocks
  std::optional<std::string> block;  // "x,y,z" threads
  std::optional<int64_t> registers;  // of a thread
  std::optional<int64_t> static_shared_bytes;
  std::optional<int64_t> dynamic_shared_bytes;
  std::optional<int64_t> shared_bytes;
  std::optional<int64_t> private_bytes;
  std::optional<double> occupancy;  // share of 1, as recorded

  static LaunchShape Of(std::string_view kernel_details);
};

// The word `key:value` in details of a kernel or copy; the last one counts.
std::optional<std::string_view> DetailWord(std::string_view details,
                                           std::string_view key);

// A word that is a whole number; nothing if it does not fit 64 bits.
std::optional<int64_t> DetailNumber(std::string_view details,
                                    std::string_view key);

// The share of a multiprocessor's warps that the blocks of a kernel can fill,
// by the rule of CUDA. Nothing if the device is of another kind.
std::optional<double> OccupancyOf(const DeviceFacts& device,
                                  const LaunchShape& shape);

// "gemm" of "void cutlass::gemm<float>(float*) [clone .kd]".
std::string ShortKernelName(std::string_view name);

}  // namespace tfprof
