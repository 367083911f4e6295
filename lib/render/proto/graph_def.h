// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// GraphDef in protobuf's multi-line text form, one node at a time.
Status RenderGraphText(const Report& report, Diagnostics& diagnostics,
                       Writer& writer);

// GraphDef, serialized.
Status RenderGraphBinary(const Report& report, Diagnostics& diagnostics,
                         Writer& writer);

// Passes the serialized GraphDef to `take` in pieces, in order.
Status ForEachPiece(const Graph& graph,
                    const std::function<Status(std::string_view)>& take);

}  // namespace tfprof
