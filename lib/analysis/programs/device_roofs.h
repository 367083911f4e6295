// SPDX-License-Identifier: Apache-2.0
// What the devices of a recording can do at most.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/work/roofline.h"
#include "recorded/capture.h"
#include "report/report.h"

namespace tfprof {

struct DeviceRoof {
  std::string_view name;    // "memory", "matrix bf16"
  double peak = 0;          // bytes or float operations of a second
  std::string_view source;  // "given", "recorded", "per core and cycle"
};

// The roofs of a GPU or TPU by name; those that are not known are left out.
// `given` ones go before what the file says.
std::vector<DeviceRoof> RoofsOf(const RecordedDevice& device,
                                const Peaks& given);

// A row for each roof of each TPU of the capture, else of each GPU.
Section RoofsSection(const Capture& capture, const Peaks& given);

}  // namespace tfprof
