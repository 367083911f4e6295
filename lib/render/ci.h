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

// SARIF 2.1.0: a result for each check that did not pass and has a line of code;
// the others are notifications of the run.
Status RenderSarif(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

// Workflow commands of GitHub: the verdict, then checks that did not pass, ten
// annotations at most.
Status RenderGithub(const Report& report, Diagnostics& diagnostics,
                    Writer& writer);

// Escapes text for XML and HTML, and for a workflow command: there control
// characters, characters that end the command, and `specials` become %XX.
std::string MarkupEscaped(std::string_view text);
std::string WorkflowEscaped(std::string_view text, std::string_view specials);

}  // namespace tfprof
