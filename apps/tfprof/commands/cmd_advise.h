// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commands.h"

namespace tfprof {

// What the checkers that were asked for say of a profile that has every step.
Result<Advice> MakeAdvice(const Profile& profile, const Arguments& arguments,
                          Diagnostics& diagnostics);

// The same, as text.
Status ShowAdvice(const Profile& profile, const Arguments& arguments,
                  CommandContext& context);

}  // namespace tfprof
