// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// A report as one page for a browser: no network, nothing beside the file. The
// data is compressed JSON; nothing of a dump is markup.
Status RenderHtml(const Report& report, Diagnostics& diagnostics,
                  Writer& writer);

}  // namespace tfprof
