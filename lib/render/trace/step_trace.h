// SPDX-License-Identifier: Apache-2.0
// Timelines of step stats as JSON for Chrome's trace viewer.
#pragma once

#include "base/writer.h"
#include "view/timeline/traced_steps.h"

namespace tfprof {

// Writes the timelines of the steps as one trace, with events in the reference's
// order.
Status WriteStepTrace(const TracedSteps& steps, Writer& writer);

}  // namespace tfprof
