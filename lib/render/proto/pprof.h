// SPDX-License-Identifier: Apache-2.0
// The code view as a gzipped profile.proto for pprof, equal to the reference's.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// kUnsupported for another view than code, and for a selection that is not
// exactly one measure.
Status CheckPprof(const View& view, const Selection& selection);

// REQUIRES: one section, with a ViewTree that CheckPprof accepts.
Status RenderPprof(const Report& report, Diagnostics& diagnostics,
                   Writer& writer);

std::string AnnouncePprof(const Report& report, std::string_view file);

}  // namespace tfprof
