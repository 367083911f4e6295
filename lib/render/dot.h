// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes a graph drawing for Graphviz.
Status RenderDot(const Report& report, Diagnostics& diagnostics,
                 Writer& writer);

}  // namespace tfprof
