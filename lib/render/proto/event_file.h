// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"

namespace tfprof {

// A graph and its steps as a file of events, which TensorBoard opens.
Status RenderEvents(const Report& report, Diagnostics& diagnostics,
                    Writer& writer);

}  // namespace tfprof
