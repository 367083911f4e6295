// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "model/profile.h"

namespace tfprof {

// Checks the invariants of a Profile: columns of one length, ids within their
// tables, names in order and distinct. Builders guarantee these, so a failure
// (kInternal, with the column) is an internal error. For tests, since it scans
// everything.
Status Validate(const Profile& profile);

}  // namespace tfprof
