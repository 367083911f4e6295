// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/diagnostics.h"
#include "base/error.h"
#include "recorded/recorded_host.h"
#include "wire/intake/format.h"

namespace tfprof {

// Reads an XSpace into the tables of a RecordedHost, under the corrected
// rules, all but its steps. Errors: kCorrupt of a file that is empty, damaged
// or converted as text. `with_events`: RecordedHost::other_events is needed.
Result<std::shared_ptr<RecordedHost>> ReadRecordedHost(
    const Source& source, const RecordedNeeds& needs, Diagnostics& diagnostics,
    bool with_events = false);

}  // namespace tfprof
