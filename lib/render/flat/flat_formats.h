// SPDX-License-Identifier: Apache-2.0
// Reports for programs: JSON, CSV, Markdown and folded stacks, written as they
// are generated; docs/formats.md describes them.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

Status RenderJson(const Report& report, Diagnostics& diagnostics,
                  Writer& writer);
Status RenderCsv(const Report& report, Diagnostics& diagnostics,
                 Writer& writer);
Status RenderMarkdown(const Report& report, Diagnostics& diagnostics,
                      Writer& writer);
Status RenderFolded(const Report& report, Diagnostics& diagnostics,
                    Writer& writer);

// Recorded runs: a line of JSON for each, Bencher's metric format, and results
// as Conbench's client takes them.
Status RenderRunLines(const Report& report, Diagnostics& diagnostics,
                      Writer& writer);
Status RenderBencher(const Report& report, Diagnostics& diagnostics,
                     Writer& writer);
Status RenderConbench(const Report& report, Diagnostics& diagnostics,
                      Writer& writer);

// Refuses a selection of several measures: folded stacks have one number.
Status CheckFolded(const View& view, const Selection& selection);

}  // namespace tfprof
