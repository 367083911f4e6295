// SPDX-License-Identifier: Apache-2.0
// How long GPUs wait for each other and for the host.
#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "base/strings.h"

namespace tfprof {

namespace {

double ShareOf(int64_t part, int64_t whole) {
  return whole <= 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Statements CheckCommunication(const CheckerInput& input, Diagnostics&) {
  const Communication& c = *input.communication;
  Statements statements;
  for (const auto& [device, gpu] : c.gpus) {
    const double exposed =
        ShareOf(gpu.communication_us - gpu.overlap_us, gpu.span_us);
    const double copies =
        ShareOf(gpu.host_copy_us - gpu.host_copy_overlap_us, gpu.span_us);
    if (gpu.communication_us > 0) {
      statements.push_back(
          {fmt::format("device: {} {:.0f}% of its time is communication that "
                       "nothing overlaps{}",
                       Printable(device), exposed * 100,
                       c.has_kernel_overlap
                           ? ""
                           : " (the tracer may have kept kernels apart)"),
           exposed > input.Option("exposed")});
    }
    if (gpu.host_copy_us > 0) {
      statements.push_back(
          {fmt::format("device: {} {:.0f}% of its time is copying from and to "
                       "the host without computing",
                       Printable(device), copies * 100),
           copies > input.Option("copies")});
    }
  }
  for (const auto& [task, flight] : c.tasks) {
    statements.push_back(
        {fmt::format("task: {} receives and collectives are in flight {} us, "
                     "{} us of that at most with nothing else running",
                     Printable(task), flight.micros, flight.exposed_us),
         false});
  }
  return statements;
}

}  // namespace tfprof
