// SPDX-License-Identifier: Apache-2.0
// The lines of GPUs and TPUs: executions, runs of programs, parts of steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "recorded/identify.h"
#include "recorded/recorded_host.h"
#include "recorded/work_parts.h"
#include "wire/recording/device_clock.h"
#include "wire/recording/host_lines.h"
#include "wire/recording/plane_tables.h"
#include "wire/recording/space_clock.h"
#include "wire/recording/work_details.h"

namespace tfprof {

// A device that a plane is of.
struct PlaneDevice {
  DeviceKind kind = DeviceKind::kGpu;
  int64_t number = 0;
};

// Nothing of planes that are no device, "/device:TPU:0 SparseCore 1" too.
std::optional<PlaneDevice> DeviceOfPlane(std::string_view plane);

// The uses of a plane's lines, by line.
std::vector<RecordedHost::LineUse> UsesOfLines(const PlaneTables& plane);

class DeviceLinesReader {
 public:
  // The host's lines were read before.
  DeviceLinesReader(RecordedHost& host, NodeFinder& nodes,
                    const LinkTable& links, WorkParts& parts);

  // Reads the lines of a plane that is a device. Throws protozero::exception.
  void Read(PlaneTables& plane, const PlaneDevice& device, uint32_t first_line,
            const SpaceClock& clock);

 private:
  struct Place {
    uint32_t device = 0;
    uint32_t line = 0;
    DeviceKind kind = DeviceKind::kGpu;
    bool is_modules = false;
  };

  void ReadWork(PlaneTables& plane, const FileLine& line, const Place& place,
                const SpaceClock& clock);
  void ReadModules(PlaneTables& plane, const FileLine& line, uint32_t device,
                   const SpaceClock& clock);
  void ReadAsync(PlaneTables& plane, const FileLine& line, uint32_t device,
                 const SpaceClock& clock);
  void ReadSteps(PlaneTables& plane, const FileLine& line, uint32_t device,
                 const SpaceClock& clock);
  uint32_t NodeOf(PlaneTables& plane, const FileEvent& event,
                  const Place& place);
  StringId FallbackOf(PlaneTables& plane, const EventStats& stats);

  RecordedHost& host_;
  NodeFinder& nodes_;
  const LinkTable& links_;
  WorkParts& parts_;
  WorkDetails details_;
  DeviceClock device_clock_;  // of the plane that is read
  // The earliest launch of each correlation id.
  tsl::robin_map<int64_t, uint32_t, IntHash> launches_;
  // The NAME:TYPE in an annotation, by its text.
  tsl::robin_map<uint32_t, StringId, IntHash> named_in_annotation_;
};

}  // namespace tfprof
