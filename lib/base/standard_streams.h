// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfprof {

// A file that is opened would take the place of a standard stream that is
// closed, and get what is meant for that. Lets neither be used: reading and
// writing fail as before.
void OccupyClosedStreams();

}  // namespace tfprof
