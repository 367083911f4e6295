// SPDX-License-Identifier: Apache-2.0
// Facts on the first screen that only recordings have: devices, the source of
// steps, lengths in ps, and busy, waiting and idle by window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recorded/capture.h"
#include "report/dump_summary.h"

namespace tfprof {

// Fills title, about, step, devices and step names. `steps` are the rows of
// Capture::steps that numbers are about; `name` is that of the dump.
void DescribeRecording(const Capture& capture,
                       const std::vector<uint32_t>& steps,
                       const std::string& name, DumpSummary& summary);

}  // namespace tfprof
