// SPDX-License-Identifier: Apache-2.0
// Timelines in the JSON of Chrome's trace viewer, byte for byte as the
// reference writes them.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// kUnsupported for a view that has no timeline.
Status CheckTimeline(const View& view, const Selection& selection);

// REQUIRES: one section, with a ViewTimeline or with TraceTimelines.
Status RenderChromeTrace(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

std::string AnnounceTimeline(const Report& report, std::string_view file);

// Appends `text` with quotes. tfprof: UTF-8 is decoded by the lead byte alone,
// and everything above 0x7f is written as lower-case \\uXXXX.
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace tfprof
