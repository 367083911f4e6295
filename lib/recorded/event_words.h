// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "recorded/host_events.h"

namespace tfprof {

// Classifies the name of a host thread's event; fills everything but its text.
HostEvents::Name ClassifyHostEvent(std::string_view name);

}  // namespace tfprof
