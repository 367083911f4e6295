// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/gate/gate.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "flags.h"

namespace tfprof {

// Reads all runs in a view, one after the other and each in pieces of a few
// steps, so that memory does not grow with them. Errors name the run.
Result<GateInput> LoadGateInput(const Arguments& arguments,
                                const std::string& view,
                                Diagnostics& diagnostics);

}  // namespace tfprof
