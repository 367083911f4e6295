// SPDX-License-Identifier: Apache-2.0
// The result of trend as a picture, and for CI.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes a self-contained page without scripts: the series, its levels and its
// change points.
Status RenderTrendPage(const Report& report, Diagnostics& diagnostics,
                       Writer& writer);

// Writes annotations for a GitHub workflow: a warning for each slowdown.
Status RenderTrendGithub(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

}  // namespace tfprof
