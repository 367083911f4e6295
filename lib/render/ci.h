// SPDX-License-Identifier: Apache-2.0
// Verdicts and advice for programs that run builds.
#pragma once

#include <string>
#include <string_view>

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

// A text in XML and HTML, and in a workflow command, where what ends the
// command, control characters and `specials` are written as %XX.
std::string MarkupEscaped(std::string_view text);
std::string WorkflowEscaped(std::string_view text, std::string_view specials);

}  // namespace tfprof
