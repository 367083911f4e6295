// SPDX-License-Identifier: Apache-2.0
// Makes a recording of kernels and copies by hand.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/programs/kernel_rows.h"
#include "support/recorded_maker.h"

namespace tfprof {

class KernelMaker {
 public:
  uint32_t Gpu(int64_t number) {
    return maker_.Device(DeviceKind::kGpu, number);
  }

  uint32_t Call(int64_t begin, int64_t end) {
    return maker_.Event(0, "cuLaunchKernel", begin, end);
  }

  void Kernel(uint32_t device, int64_t begin, int64_t end,
              std::string_view details, uint32_t launch = kNoRow) {
    WorkDetail detail;
    detail.kernel = maker_.host().strings.Intern(details);
    detail.program_id = 3;
    Add(device, begin, end, Node("void f(int)"), detail, launch);
  }

  void Copy(uint32_t device, int64_t begin, int64_t end, std::string_view name,
            std::string_view details) {
    WorkDetail detail;
    detail.copy = maker_.host().strings.Intern(details);
    Add(device, begin, end, Node(name), detail, kNoRow);
  }

  RecordedKernels Find() {
    auto capture = std::make_shared<Capture>(
        MakeCapture({maker_.Finish()}, {.as_one_step = true}));
    const std::vector<uint32_t> steps = {0};
    return FindKernels(std::move(capture), steps);
  }

 private:
  uint32_t Node(std::string_view name) {
    RecordedHost& host = maker_.host();
    for (uint32_t row = 0; row < host.nodes.size(); ++row) {
      if (host.Text(host.nodes[row].name) == name) return row;
    }
    return maker_.Node(name, "jit_f(3)");
  }

  void Add(uint32_t device, int64_t begin, int64_t end, uint32_t node,
           const WorkDetail& detail, uint32_t launch) {
    RecordedHost& host = maker_.host();
    const uint32_t row = maker_.Work(device, begin, end, node, launch);
    host.work.rows[row].detail = static_cast<uint32_t>(host.details.size());
    host.details.push_back(detail);
  }

  RecordedMaker maker_;
};

}  // namespace tfprof
