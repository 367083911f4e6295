// SPDX-License-Identifier: Apache-2.0
// What trend found, for people who see more in a picture, and for a workflow.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// A page with the series, its levels and its change points, which needs
// neither scripts nor anything else.
Status RenderTrendPage(const Report& report, Diagnostics& diagnostics,
                       Writer& writer);

// Annotations of a GitHub workflow: a warning for each slowdown.
Status RenderTrendGithub(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

}  // namespace tfprof
