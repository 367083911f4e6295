// SPDX-License-Identifier: Apache-2.0
// Writes results as the messages that the reference's API returns.
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// Writes a GraphNodeProto for scope and graph, a MultiGraphNodeProto for op and
// code, an AdviceProto for advice. REQUIRES: one section, with Advice or a
// ViewTree that has all measures.
Status RenderResultProto(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

}  // namespace tfprof
