// SPDX-License-Identifier: Apache-2.0
// Tables on recordings of accelerators: processes, devices, lines, steps.
#pragma once

#include <memory>
#include <vector>

#include "recorded/capture.h"
#include "report/report.h"

namespace tfprof {

using SharedCapture = std::shared_ptr<const Capture>;

// Processes and their planes; which lines were taken for what, and the stats
// that no rule reads. The last two let a report of a fault name what was not
// understood.
std::vector<Section> CaptureSections(const SharedCapture& capture);

// A row for each device, with work or without.
Section CaptureDevices(const Capture& capture);

// How long each step was, how busy its devices were, and latencies by name.
// `chosen` are the steps that numbers cover.
std::vector<Section> CaptureStepSections(const SharedCapture& capture,
                                         const CaptureChoice& chosen);

// The numbers and the name of the chosen steps.
ReportedSteps StepsOfCapture(const Capture& capture,
                             const CaptureChoice& chosen);

}  // namespace tfprof
