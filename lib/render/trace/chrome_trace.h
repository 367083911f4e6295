// SPDX-License-Identifier: Apache-2.0
// Timelines as JSON for Chrome's trace viewer, byte for byte as in the
// reference.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Fails with kUnsupported for a view without a timeline.
Status CheckTimeline(const View& view, const Selection& selection);

// REQUIRES: one section, with a ViewTimeline or with TraceTimelines.
Status RenderChromeTrace(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

std::string AnnounceTimeline(const Report& report, std::string_view file);

// Appends `text` in quotes. tfprof: UTF-8 is decoded from the lead byte alone,
// and characters above 0x7f become \\uXXXX in lower case.
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace tfprof
