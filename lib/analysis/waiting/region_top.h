// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/top/top.h"
#include "analysis/waiting/recorded_waiting.h"
#include "report/report.h"

namespace tfprof {

// The regions of a program with the most time on devices, of works that were
// launched directly in them, and the host's own time there: those of the table
// `regions`, over the whole recording. Work that was launched in none has a
// row. REQUIRES: options.by is region.
Section TopOfRegions(const RecordedWaiting& waiting, const TopOptions& options);

}  // namespace tfprof
