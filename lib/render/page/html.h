// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes a report as a self-contained page for a browser. The data is
// compressed JSON; no text of a dump is ever markup.
Status RenderHtml(const Report& report, Diagnostics& diagnostics,
                  Writer& writer);

}  // namespace tfprof
