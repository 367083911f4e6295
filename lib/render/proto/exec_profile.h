// SPDX-License-Identifier: Apache-2.0
// Writes the ExecProfile of a node in a step, as saved profiles have it.
#pragma once

#include <cstdint>
#include <string>

#include "model/profile.h"

namespace tfprof {

// Appends the message for a row of `profile.node_steps`. REQUIRES: the profile
// keeps records.
void AppendExecProfile(const Profile& profile, uint32_t run, std::string& out);

}  // namespace tfprof
