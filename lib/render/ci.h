// SPDX-License-Identifier: Apache-2.0
// Verdicts and advice for programs that run builds.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// JUnit's XML: a test case for each check.
Status RenderJunit(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

// SARIF 2.1.0: a result for each check that did not pass, at the line of code
// that is at fault, if it is known.
Status RenderSarif(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

// Workflow commands of GitHub: a line for each check that did not pass.
Status RenderGithub(const Report& report, Diagnostics& diagnostics,
                    Writer& writer);

}  // namespace tfprof
