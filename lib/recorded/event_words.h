// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "recorded/host_events.h"

namespace tfprof {

// What the name of an event of a host thread tells; all but its text.
HostEvents::Name ClassifyHostEvent(std::string_view name);

}  // namespace tfprof
