// SPDX-License-Identifier: Apache-2.0
// Verdicts and advice for CI systems.
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

// SARIF 2.1.0: a result for each check that did not pass, with the line of code
// that caused it, if known.
Status RenderSarif(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

// Workflow commands of GitHub: a line for each check that did not pass.
Status RenderGithub(const Report& report, Diagnostics& diagnostics,
                    Writer& writer);

// Escapes text for XML and HTML, and for a workflow command: there control
// characters, characters that end the command, and `specials` become %XX.
std::string MarkupEscaped(std::string_view text);
std::string WorkflowEscaped(std::string_view text, std::string_view specials);

}  // namespace tfprof
