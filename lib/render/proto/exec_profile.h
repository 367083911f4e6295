// SPDX-License-Identifier: Apache-2.0
// What a node did in a step as the ExecProfile of a saved profile.
#pragma once

#include <cstdint>
#include <string>

#include "model/profile.h"

namespace tfprof {

// Appends the message of a row of `profile.node_steps`. REQUIRES: the profile
// keeps records.
void AppendExecProfile(const Profile& profile, uint32_t run, std::string& out);

}  // namespace tfprof
