// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commands.h"

namespace tfprof {

// Runs the checkers on a profile that has every step.
Status ShowAdvice(const Profile& profile, const Arguments& arguments,
                  CommandContext& context);

}  // namespace tfprof
