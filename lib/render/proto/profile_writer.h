// SPDX-License-Identifier: Apache-2.0
// Saves a profile as the ProfileProto that the reference loads.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes one node at a time. REQUIRES: one section with a Profile that keeps
// all steps and their records.
Status RenderProfile(const Report& report, Diagnostics& diagnostics,
                     Writer& writer);

}  // namespace tfprof
