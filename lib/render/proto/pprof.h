// SPDX-License-Identifier: Apache-2.0
// The code view as a gzipped profile.proto for pprof, equal to the reference's.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Fails with kUnsupported for views other than code, or if not exactly one
// measure is selected.
Status CheckPprof(const View& view, const Selection& selection);

// REQUIRES: one section, with a ViewTree that CheckPprof accepts.
Status RenderPprof(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

std::string AnnouncePprof(const Report& report, std::string_view file);

}  // namespace tfprof
