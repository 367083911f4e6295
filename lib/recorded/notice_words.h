// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace tfprof {

// The text of a notice for people, without the host. `median_ps` is the length
// of the median step: empty if the notice does not matter beside that.
std::string WordsOf(const Diagnostics::Notice& notice, int64_t median_ps);

// Why a recording has nothing that ran.
std::string WhyNothingRan(const std::vector<Diagnostics::Notice>& notices);

}  // namespace tfprof
