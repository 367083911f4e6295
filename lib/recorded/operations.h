// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recorded/identify.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// Fills RecordedHost::operations: the operations of TensorFlow on host threads
// and those that ran eagerly, with self times of what nests on a thread.
void FindOperations(RecordedHost& host, NodeFinder& nodes);

}  // namespace tfprof
