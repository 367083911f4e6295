// SPDX-License-Identifier: Apache-2.0
// A profile as the ProfileProto that the reference saves and loads.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes node after node. REQUIRES: one section, with a Profile that keeps each
// step and its records.
Status RenderProfile(const Report& report, Diagnostics& diagnostics,
                     Writer& writer);

}  // namespace tfprof
